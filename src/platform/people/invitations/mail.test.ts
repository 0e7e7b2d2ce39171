import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isolated } from '../../ui/words/bidi.ts'
import { invitationMail } from './mail.ts'

const link = 'https://qist.example/dashboard/invitation?token=x'

test('who invites is named, and so is where', () => {
  const { subject, text } = invitationMail({ place: 'Demo UAE', invitedBy: 'sara@shop.example', link })
  assert.equal(subject, 'Qist: an invitation to Demo UAE')
  assert.match(text, /^sara@shop\.example invites you to work with Demo UAE on Qist\./)
  assert.ok(text.includes(`يدعوك ${isolated('sara@shop.example')} للعمل مع ${isolated('Demo UAE')} على قسط`))
})

test('where the operator invites, nobody is named', () => {
  const { text } = invitationMail({ place: undefined, invitedBy: undefined, link })
  assert.match(
    text,
    /^You are invited to work with support on Qist\.[\s\S]*\nهذه دعوة لك للعمل مع فريق الدعم على قسط\./,
  )
})

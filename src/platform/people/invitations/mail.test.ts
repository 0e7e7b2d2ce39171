import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isolated } from '../../ui/words/lang.ts'
import { invitationMail } from './mail.ts'

const link = 'https://qist.example/dashboard/invitation?token=x'

test('the mail names the inviting person and the merchant', () => {
  const { subject, text } = invitationMail({ place: 'Demo UAE', invitedBy: 'sara@shop.example', link })
  assert.equal(subject, 'Qist: an invitation to Demo UAE')
  assert.match(text, /^sara@shop\.example invites you to work with Demo UAE on Qist\./)
  assert.ok(text.includes(`يدعوك ${isolated('sara@shop.example')} للعمل مع ${isolated('Demo UAE')} على قسط`))
})

test('an invitation by the operator names no person', () => {
  const { text } = invitationMail({ place: undefined, invitedBy: undefined, link })
  assert.match(
    text,
    /^You are invited to work with support on Qist\.[\s\S]*\nهذه دعوة لك للعمل مع فريق الدعم على قسط\./,
  )
})

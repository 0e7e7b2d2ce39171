import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsFor } from '../words/words.ts'
import { webhookStatusOf } from './status.ts'

type StatusInput = Parameters<typeof webhookStatusOf>

const webhook = { failingSince: null, disabledAt: null, disabledReason: null } as StatusInput[1]
const times = { moment: String } as unknown as StatusInput[3]
const health = {
  ...{ events: 9, delivered: 7, retrying: 0, usualMs: 5 },
  last: { at: 0, status: 200, answer: '' },
}

test('a webhook that works, and has lost events, says how many, in both languages', () => {
  const en = wordsFor('en', 'AE')
  const good = webhookStatusOf(en, webhook, { ...health, lost: 0 }, times)
  assert.deepEqual([good.tone, good.sentence], ['good', 'What is sent arrives.'])
  const lossy = webhookStatusOf(en, webhook, { ...health, lost: 2 }, times)
  assert.equal(lossy.tone, 'wait')
  assert.match(lossy.sentence, /Of your newest 1,000 events 2 did not arrive and are not tried again/)
  assert.match(webhookStatusOf(wordsFor('ar', 'AE'), webhook, { ...health, lost: 2 }, times).sentence, /لم يصل/)
})

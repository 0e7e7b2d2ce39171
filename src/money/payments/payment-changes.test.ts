import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryLocked } from './payment-changes.ts'
import { refusals } from './refusals.ts'

test('a locked payment is retried', async () => {
  let tries = 0
  const answer = await retryLocked(async () => {
    tries += 1
    if (tries < 3) throw refusals.locked()
    return 'moved'
  })
  assert.deepEqual([answer, tries], ['moved', 3])
})

test('a refusal is not retried: the payment has changed, or is disputed', async () => {
  for (const refusal of [refusals.changed, refusals.disputed, refusals.alreadyClosed]) {
    let tries = 0
    await assert.rejects(
      retryLocked(async () => {
        tries += 1
        throw refusal()
      }),
      { message: refusal.text },
    )
    assert.equal(tries, 1, refusal.text)
  }
})

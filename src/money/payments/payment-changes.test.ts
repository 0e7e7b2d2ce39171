import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryLocked } from './payment-changes.ts'
import { refusals } from './refusals.ts'

test('who holds a payment just now is waited for', async () => {
  let tries = 0
  const answer = await retryLocked(async () => {
    tries += 1
    if (tries < 3) throw refusals.locked()
    return 'moved'
  })
  assert.deepEqual([answer, tries], ['moved', 3])
})

test('a verdict is not asked for again: it has changed, or it is disputed', async () => {
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

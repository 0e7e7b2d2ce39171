import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retry, within } from '../../testkit/timeouts.ts'

test('what comes after some tries is taken, and what never comes is a failure that says what was waited for', async () => {
  let tries = 0
  assert.equal(await retry('three tries', () => (++tries === 3 ? tries : undefined)), 3)
  assert.equal(await retry('a thing that is', () => tries > 0), true)
  await assert.rejects(
    retry('the moon', () => false, { pauseMs: 1, timeoutMs: 30 }),
    /the moon: not within/,
  )
})

test('a promise that never settles is a failure', async () => {
  assert.equal(await within('a number', Promise.resolve(7)), 7)
  await assert.rejects(within('the moon', new Promise(() => undefined), 30), /the moon: not within/)
})

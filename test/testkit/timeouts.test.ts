import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retry, within } from '../../testkit/timeouts.ts'

test('a result after some tries is returned; a missing one is an error that names it', async () => {
  let tries = 0
  assert.equal(await retry('three tries', () => (++tries === 3 ? tries : undefined)), 3)
  assert.equal(await retry('a thing that is', () => tries > 0), true)
  await assert.rejects(
    retry('the moon', () => false, { pauseMs: 1, timeoutMs: 30 }),
    /the moon: not within/,
  )
})

test('a promise that never settles is an error', async () => {
  assert.equal(await within('a number', Promise.resolve(7)), 7)
  await assert.rejects(within('the moon', new Promise(() => undefined), 30), /the moon: not within/)
})

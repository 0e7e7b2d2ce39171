import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LockedSetup, whileHeld } from '../../proof/while-held.ts'
import type { HeldRows } from '../../testkit/held-rows.ts'

test('locks are released even if the waiting transactions can no longer be counted', async () => {
  let isHeld = true
  const rows: HeldRows = {
    count: 1,
    waiting: () => Promise.reject(new Error('the connection is lost')),
    assertHeld: () => undefined,
    async release() {
      isHeld = false
    },
  }
  const setup: Pick<LockedSetup, 'hold' | 'served'> = { hold: async () => rows, served: async () => undefined }
  await assert.rejects(
    whileHeld(setup as LockedSetup, 'select', async () => []),
    /the connection is lost/,
  )
  assert.equal(isHeld, false)
})

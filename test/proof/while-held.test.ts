import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LockedSetup, whileHeld } from '../../proof/while-held.ts'
import type { HeldRows } from '../../testkit/held-rows.ts'

test('rows are let go of also when it cannot be seen any more who waits for them', async () => {
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

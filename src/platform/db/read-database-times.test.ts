import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hour } from '../base/times.ts'
import type { Queryable } from './db.ts'
import { readDatabaseTimes } from './read-database-times.ts'

const ofThisMachine = (): number => performance.timeOrigin + performance.now()

for (const aheadMs of [hour, 0, -hour]) {
  test(`a database's clock ${aheadMs} ms ahead: the start is never late, and now is never early`, async () => {
    const run = async () => [{ at: Math.floor(ofThisMachine() + aheadMs) }]
    const began = ofThisMachine()
    const times = await readDatabaseTimes({ run } as unknown as Queryable)
    const tookMs = ofThisMachine() - began
    const origin = performance.timeOrigin + aheadMs
    assert.ok(times.startedAt <= origin && times.startedAt >= origin - tookMs - 2, String(times.startedAt - origin))
    const before = ofThisMachine() + aheadMs
    const now = times.now()
    const after = ofThisMachine() + aheadMs
    assert.ok(now >= before && now <= after + tookMs + 2, String(now - before))
  })
}

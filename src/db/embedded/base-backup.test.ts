import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import type pg from 'pg'
import { BaseBackup } from './base-backup.ts'

const piece = Buffer.concat([Buffer.from('d'), Buffer.alloc(2 * 1024 * 1024)])

for (const [who, fail] of [
  ['the server', (copy: BaseBackup) => copy.handleError(new Error('checksum verification failure'))],
  ['whoever writes the files', (copy: BaseBackup) => copy.archive.destroy()],
] as const) {
  test(`a copy that ${who} gives up while much of it waits reads on, so that its connection can end`, async () => {
    const stream = new PassThrough()
    const connection = { query: () => undefined, stream } as unknown as pg.Connection
    const copy = new BaseBackup({ onTotal: () => undefined, onProgress: () => undefined })
    copy.ended.catch(() => undefined)
    copy.submit(connection)
    copy.handleCopyData({ chunk: piece }, connection)
    assert.ok(stream.isPaused())

    const closed = once(copy.archive, 'close')
    fail(copy)
    // Of the same segment, behind what has failed.
    copy.handleCopyData({ chunk: piece }, connection)
    await closed
    assert.ok(!stream.isPaused())
  })
}

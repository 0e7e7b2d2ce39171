import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import type pg from 'pg'
import { type FreezingProxy, openFreezingProxy } from '../../../../testkit/freezing-proxy.ts'
import { within } from '../../../../testkit/timeouts.ts'
import { BaseBackup, limitSilence, receiveBaseBackup } from './base-backup.ts'
import { openEmbedded } from './open-embedded.ts'

const watcher = { onTotal: () => undefined, onProgress: () => undefined }
const piece = Buffer.concat([Buffer.from('d'), Buffer.alloc(2 * 1024 * 1024)])

for (const [who, fail] of [
  ['the server', (copy: BaseBackup) => copy.handleError(new Error('checksum verification failure'))],
  ['the writer of the files', (copy: BaseBackup) => copy.archive.destroy()],
] as const) {
  test(`a copy that ${who} ends while data waits is read to its end, so that its connection can close`, async () => {
    const stream = new PassThrough()
    const connection = { query: () => undefined, stream } as unknown as pg.Connection
    const copy = new BaseBackup(watcher)
    copy.ended.catch(() => undefined)
    copy.submit(connection)
    copy.handleCopyData({ chunk: piece }, connection)
    assert.ok(stream.isPaused())

    const closed = once(copy.archive, 'close')
    fail(copy)
    // A piece of the same segment, after the failed one.
    copy.handleCopyData({ chunk: piece }, connection)
    await closed
    assert.ok(!stream.isPaused())
  })
}

test('an error of the watcher ends the copy, and no more progress is reported', async () => {
  let reports = 0
  const onProgress = (): never => {
    reports += 1
    throw new Error('no more')
  }
  const connection = { query: () => undefined, stream: new PassThrough() } as unknown as pg.Connection
  const copy = new BaseBackup({ ...watcher, onProgress })
  const ended = assert.rejects(copy.ended, /no more/)
  copy.submit(connection)
  for (let piece = 0; piece < 2; piece += 1) {
    copy.handleCopyData({ chunk: Buffer.concat([Buffer.from('p'), Buffer.alloc(8)]) }, connection)
  }
  await ended
  assert.deepEqual([reports, copy.archive.destroyed], [1, true])
})

test('a server that falls silent, on connecting or later: the copy ends with that reason', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'qist-silent-'))
  const log = { info: () => undefined, warn: () => undefined }
  const server = await openEmbedded({ dataDir: join(folder, 'data'), log })
  const proxies: FreezingProxy[] = []
  t.after(async () => {
    for (const proxy of proxies) await proxy.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const target = { host: server.connection.host, port: server.connection.port }
  for (const [fallSilent, patience, message] of [
    [(proxy: FreezingProxy) => proxy.freeze('silent'), { connectMs: 100, copyMs: 60_000 }, /silent for 0.1 s$/],
    [
      (proxy: FreezingProxy) => void proxy.freezeAt('BASE_BACKUP', false),
      { connectMs: 60_000, copyMs: 200 },
      /silent for 0.2 s$/,
    ],
  ] as const) {
    const proxy = await openFreezingProxy(target)
    proxies.push(proxy)
    fallSilent(proxy)
    const connection = { ...server.connection, host: '127.0.0.1', port: proxy.port }
    const copying = receiveBaseBackup(connection, join(folder, 'copy'), undefined, watcher, patience)
    await assert.rejects(within('the end of the copy', copying), { name: 'UnusableDatabase', message })
  }
})

test('a server that waits for our writes does not count as silent', () => {
  const socket = new Socket()
  limitSilence(socket, 60_000)
  socket.pause()
  socket.emit('timeout')
  assert.ok(!socket.destroyed)
  socket.on('error', () => undefined)
  socket.resume()
  socket.emit('timeout')
  assert.ok(socket.destroyed)
})

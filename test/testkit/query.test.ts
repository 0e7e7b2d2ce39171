import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { listen } from '../../testkit/listen.ts'
import { queryOnce } from '../../testkit/query.ts'

// The server's messages after a login without a password, when it is ready.
const welcome = Buffer.from([...[0x52, 0, 0, 0, 8, 0, 0, 0, 0], ...[0x5a, 0, 0, 0, 5, 0x49]])

test('a server that is killed during a query fails that query, and nothing else', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(welcome)
      socket.once('data', () => socket.destroy())
    })
  })
  const port = await listen(server)
  const connection = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' }
  await assert.rejects(queryOnce(connection, 'select 1'), /Connection terminated unexpectedly/)
  // An unhandled error would fail the test here.
  await nextTurn()
  server.close()
})

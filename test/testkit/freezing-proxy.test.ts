import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { openFreezingProxy } from '../../testkit/freezing-proxy.ts'
import { retry } from '../../testkit/timeouts.ts'
import { openTestDatabase } from '../support/database.ts'

test('a frozen connection passes no data and no end; new connections work, and the database drops the abandoned ones', async () => {
  const database = await openTestDatabase({ connections: 1 })
  const proxy = await openFreezingProxy(database.connection, { answersEnds: true })
  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({ ...database.connection, host: '127.0.0.1', port: proxy.port })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const silent = await open()
  assert.equal((await silent.query('select 1 as one')).rows[0].one, 1)
  proxy.freeze()
  let isAnswered = false
  silent.query('select 1').then(
    () => {
      isAnswered = true
    },
    () => undefined,
  )
  const other = await open()
  for (let round = 0; round < 20; round += 1) await other.query('select 1')
  assert.deepEqual([isAnswered, proxy.frozen, proxy.passing], [false, 1, 1])
  // The proxy does not pass a client's end to the database.
  silent['connection'].stream.destroy()
  await retry('the client is seen to have gone', () => proxy.frozen === 0)
  assert.equal(proxy.frozenAtDatabase, 1)
  proxy.forget()
  await retry('the database loses sight of it', () => proxy.frozenAtDatabase === 0)

  const release = proxy.hold()
  const late = other.query('select 2 as two')
  release()
  assert.equal((await late).rows[0].two, 2)
  const caught = proxy.freezeAt('select 3', true)
  other.query('select 3').catch(() => undefined)
  await caught
  assert.deepEqual([proxy.frozen, proxy.passing], [1, 0])
  await proxy.close()
  await database.close()
})

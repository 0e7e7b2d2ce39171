import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import { openNameServer } from '../../../test/support/name-server.ts'
import { openResolver } from './resolver.ts'

test('a resolver works if it knows the root name servers', async () => {
  const server = await openNameServer((name, type) =>
    name === '' && type === 'NS' ? ['a.root-servers.net'] : undefined,
  )
  try {
    const resolver = openResolver({ servers: [server.address] })
    assert.equal(await resolver.works(), true)
    assert.deepEqual(await resolver.addressesOf('shop.example'), [])
  } finally {
    await server.close()
  }
})

test('a resolver that refuses even the root does not work, and is not queried again for a while', async () => {
  const server = await openNameServer(() => undefined)
  try {
    const resolver = openResolver({ servers: [server.address] })
    assert.deepEqual(await Promise.all([resolver.works(), resolver.works()]), [false, false])
    assert.equal(await resolver.works(), false)
    assert.deepEqual(server.questions, ['NS '])
  } finally {
    await server.close()
  }
})

test('a resolver that never answers is detected in less than two seconds', async () => {
  const silent = createSocket('udp4')
  silent.bind(0, '127.0.0.1')
  await once(silent, 'listening')
  try {
    const resolver = openResolver({ servers: [`127.0.0.1:${silent.address().port}`] })
    const startedAt = performance.now()
    assert.equal(await resolver.works(), false)
    assert.ok(performance.now() - startedAt < 2_000)
  } finally {
    silent.close()
  }
})

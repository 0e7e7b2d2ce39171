import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { freePort, listen } from '../../testkit/listen.ts'

const range = '/proc/sys/net/ipv4/ip_local_port_range'
/** The lowest port that the system assigns. */
const least = existsSync(range) ? Number(readFileSync(range, 'utf8').split(/\s/)[0]) : 0
const skip = least > 32_000 ? false : 'this system gives away more ports than usual, or does not say which'

test('freePort: returns no port that the system could assign to another process first', { skip }, async () => {
  for (let tries = 0; tries < 20; tries += 1) assert.ok((await freePort()) < least)
})

test('freePort: skips a port in use', async (t) => {
  const server = createServer()
  t.after(() => server.close())
  const taken = await listen(server)
  const free = await freePort()
  const ports = [taken, taken, free]
  assert.equal(await freePort(() => ports.shift() ?? assert.fail('it goes on')), free)
})

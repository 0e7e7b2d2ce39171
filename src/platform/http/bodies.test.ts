import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog } from '../adapters/log.ts'
import { openServer } from './open-server.ts'

const whole = '{"a":[1.5e+3,-20,0,true,false,null,{}],"b":"é\\u00e9\\n\\\\","c":""}'
const server = openServer(openLog('silent'))
server.post('/', { config: { texts: { decode: 'wrong', empty: 'ends too early' } } }, async () => ({}))

async function messageOf(body: string | Buffer): Promise<string> {
  const answer = await server.inject({
    method: 'POST',
    url: '/',
    body,
    headers: { 'content-type': 'application/json' },
  })
  return answer.json().error ?? 'right'
}

test('a body that is cut off anywhere, even inside a character, differs from a malformed one', async () => {
  const bytes = Buffer.from(whole)
  assert.equal(await messageOf(bytes), 'right')
  for (let length = 0; length < bytes.length; length += 1) {
    const cut = bytes.subarray(0, length)
    assert.equal(await messageOf(cut), 'ends too early', String(cut))
  }
})

test('a malformed body is malformed at any end', async () => {
  for (let at = 0; at < whole.length; at += 1) {
    const broken = `${whole.slice(0, at)}\u0001${whole.slice(at)}`
    for (const body of [broken, broken.slice(0, -1)]) assert.equal(await messageOf(body), 'wrong', JSON.stringify(body))
  }
})

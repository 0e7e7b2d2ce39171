import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openReceiver } from '../../testkit/receiver.ts'

async function send(port: number, path: string, body = '{}'): Promise<number> {
  const signal = AbortSignal.timeout(10_000)
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, signal })
  return status
}

test('each of several concurrent waits sees what arrives', async (t) => {
  const receiver = await openReceiver()
  t.after(() => receiver.close())
  const resolved: string[] = []
  const wait = (name: string) => receiver.waitFor(1, ({ path }) => path === name).then(() => resolved.push(name))
  const waiting = [wait('/one'), wait('/other')]
  for (const name of ['/one', '/other']) {
    await send(receiver.port, name)
    await nextTurn()
    assert.equal(resolved.at(-1), name)
  }
  await Promise.all(waiting)
})

test("receiver: setting the machine's clock does not end a wait early", async (t) => {
  const receiver = await openReceiver()
  t.after(() => receiver.close())
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const both = receiver.waitFor(2)
  t.mock.timers.setTime(Date.now() + 3_600_000)
  await Promise.all([both, send(receiver.port, '/one').then(() => send(receiver.port, '/other'))])
})

test('an invalid body is refused, and fails the next wait and the close instead of the process', async () => {
  const receiver = await openReceiver()
  try {
    assert.equal(await send(receiver.port, '/hook', 'amount=1'), 400)
    assert.deepEqual(receiver.received, [])
    await assert.rejects(receiver.waitFor(0), /no JSON arrived: amount=1/)
  } finally {
    await assert.rejects(receiver.close(), /no JSON arrived/)
  }
})

test('without recording, an invalid body is refused, and nothing fails', async (t) => {
  const receiver = await openReceiver({ keeps: false })
  t.after(() => receiver.close())
  assert.equal(await send(receiver.port, '/hook', ''), 400)
})

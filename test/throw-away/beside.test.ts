import assert from 'node:assert/strict'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { succeed } from '../../testkit/client.ts'
import { runQistWith } from '../../testkit/command.ts'
import { freePort, listen } from '../../testkit/listen.ts'
import { type RunningProcess, startProcess } from '../../testkit/processes.ts'
import { openReceiver } from '../../testkit/receiver.ts'
import type { Shop } from '../../testkit/shop.ts'
import { type NewMerchant, openTestApi, type TestApi } from '../support/api.ts'
import { cleanUp } from '../support/service-process.ts'

// Commands beside a running sandbox: listen, logs and trigger.
const qist = join(import.meta.dirname, '../../bin/qist.js')

let api: TestApi
before(async () => {
  api = await openTestApi({ workers: true, env: { WEBHOOK_RETRY_SECONDS: '600' } })
})
after(() => api.close())

type ShopKey = Pick<Shop, 'baseUrl' | 'key'>

function run(shop: ShopKey, args: readonly string[]): RunningProcess {
  const env = { ...process.env, QIST_URL: shop.baseUrl, QIST_SECRET_KEY: shop.key }
  const started = startProcess(qist, args, { env })
  cleanUp(() => started.kill('SIGKILL'))
  return started
}

async function outputOf(shop: ShopKey, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const given = { QIST_URL: shop.baseUrl, QIST_SECRET_KEY: shop.key, QIST_LIVE_SECRET_KEY: '' }
  const { code, stdout, stderr } = await runQistWith({ ...given, ...env }, ...args)
  return { code, text: `${stdout}${stderr}`.trim() }
}

async function openHook() {
  const receiver = await openReceiver()
  cleanUp(() => receiver.close())
  return receiver
}

test('listen registers the address, prints a line per delivery, and removes it at the end', async () => {
  const { test: shop } = await api.newMerchant()
  const receiver = await openHook()
  const address = `localhost:${receiver.port}/hook`
  const running = run(shop, ['listen', '--forward-to', address])
  await running.waitForLine(new RegExp(`^Ready: payment notifications of test mode go to http://${address}`))
  const { body: webhooks } = await shop.call('GET', '/api/v1/webhooks')
  assert.deepEqual(
    webhooks.map(({ url }: { url: string }) => url),
    [`http://${address}`],
  )
  const id = await shop.authorizedPayment('10.00')
  const { body: payment } = await shop.call('GET', `/api/v2/payments/${id}`)
  const number = payment.order.reference_id
  const end = `order ${number}  payment …${id.slice(-8)}$`
  await running.waitForLine(
    new RegExp(`^[0-9:.]{12}Z  delivery  authorized to http://${address} +200 +\\d+ ms  ${end}`),
  )
  receiver.answer = (_received, response) => void response.writeHead(503).end()
  succeed(await shop.call('POST', `/api/v2/payments/${id}/close`))
  await running.waitForLine(new RegExp(`delivery  closed to http://${address} +503 +\\d+ ms  ${end}`))
  running.kill('SIGINT')
  assert.equal(await running.waitForEnd(), 0, running.lines.join('\n'))
  assert.equal(running.lines.at(-1), `http://${address} is no webhook any more`)
  assert.deepEqual((await shop.call('GET', '/api/v1/webhooks')).body, [])
})

test('listen says why no answer came, and leaves a webhook that was there before', async () => {
  const { test: shop } = await api.newMerchant()
  const url = `http://127.0.0.1:${await freePort()}/hook`
  succeed(await shop.call('POST', '/api/v1/webhooks', { url }))
  const running = run(shop, ['listen', '--forward-to', `${url}/`, '--json'])
  await running.waitForLine(/^http:\S+ is a webhook already, and stays one$/)
  await running.waitForLine(/^Ready/)
  const id = await shop.authorizedPayment('10.00')
  const entry = JSON.parse(await running.waitForLine(/^\{/))
  assert.deepEqual([entry.kind, entry.path, entry.status, entry.payment_id], ['delivery', url, null, id])
  assert.match(entry.order_number, /./)
  assert.match(entry.summary, /no answer \(connection refused\)/)
  running.kill('SIGTERM')
  assert.equal(await running.waitForEnd(), 0)
  assert.equal((await shop.call('GET', '/api/v1/webhooks')).body.length, 1)
})

/** A way to the service that can be closed and opened again at the same port, as a sandbox that restarts. */
async function openWay(to: string) {
  const sockets = new Set<Socket>()
  const newServer = () =>
    createServer((socket) => {
      const other = connect(Number(new URL(to).port), '127.0.0.1')
      for (const [one, end] of [
        [socket, other],
        [other, socket],
      ] as const) {
        sockets.add(one)
        one.on('error', () => undefined).on('close', () => end.destroy())
        one.pipe(end)
      }
    })
  let server = newServer()
  const port = await listen(server)
  const close = (): void => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  cleanUp(close)
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close,
    async open() {
      server = newServer()
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    },
  }
}

test('listen and logs go on after the sandbox was away, and after a reset', async () => {
  const { test: shop } = await api.newMerchant()
  const receiver = await openHook()
  const way = await openWay(shop.baseUrl)
  const through = { baseUrl: way.baseUrl, key: shop.key }
  const both = [
    ['listen', '--forward-to', `localhost:${receiver.port}/hook`],
    ['logs', '--follow'],
  ].map((args) => run(through, args))
  await both[0]?.waitForLine(/^Ready/)
  await both[1]?.waitForLine(/POST \/api\/v1\/webhooks/)
  way.close()
  for (const running of both) await running.waitForLine(/^http:\S+ is not reached: .*; trying again$/)
  const id = await shop.authorizedPayment('10.00')
  await way.open()
  for (const running of both) {
    await running.waitForLine(/^http:\S+ answers again$/)
    await running.waitForLine(new RegExp(`delivery  authorized .* payment …${id.slice(-8)}$`))
  }
  succeed(await shop.call('POST', '/sandbox/reset'))
  await both[1]?.waitForLine(/answers again, with a new journal$/)
  const { length } = (await shop.call('GET', '/api/v1/webhooks')).body
  if (length === 0) await both[0]?.waitForLine(/answers again/)
  for (const running of both) {
    running.kill('SIGINT')
    assert.equal(await running.waitForEnd(), 0, running.lines.join('\n'))
  }
})

test('logs prints the newest fifty entries, as lines or as JSON, and adds none', async () => {
  const { test: shop } = await api.newMerchant()
  const id = await shop.capturedPayment('10.00')
  for (let count = 0; count < 48; count += 1) await shop.call('GET', `/api/v2/payments/${id}`)
  const { body } = await shop.call('GET', '/sandbox/journal?newest=500')
  const json = (await outputOf(shop, ['logs', '--json'])).text.split('\n').map((line) => JSON.parse(line))
  assert.deepEqual(
    json.map(({ order_number: _, ...entry }) => entry),
    body.entries.slice(-50),
  )
  const { code, text } = await outputOf(shop, ['logs'])
  const lines = text.split('\n')
  assert.deepEqual([code, lines.length], [0, 50])
  const end = `order ${json[0].order_number}  payment …${id.slice(-8)}$`
  const reading = new RegExp(`^[0-9:.]{12}Z  request   GET /api/v2/payments/…${id.slice(-8)} +200 +\\d+ ms  ${end}`)
  // The service's clock of this test stands still, so the changes come after the calls.
  assert.ok(lines.filter((line) => reading.test(line)).length >= 45, text)
  assert.deepEqual((await shop.call('GET', '/sandbox/journal?newest=500')).body, body)
})

/** The states, with the payment's status and the number of captures, refunds and disputes. */
const ends = {
  authorized: ['AUTHORIZED', 0, 0],
  captured: ['CLOSED', 1, 0],
  refunded: ['CLOSED', 1, 1],
  closed: ['CLOSED', 0, 0],
  rejected: ['REJECTED', 0, 0],
  expired: ['EXPIRED', 0, 0],
  disputed: ['CLOSED', 1, 0],
} as const

async function trigger({ test: shop, live }: NewMerchant, state: keyof typeof ends): Promise<void> {
  const { code, text } = await outputOf(shop, ['trigger', state, '--json'], { QIST_LIVE_SECRET_KEY: live.key })
  assert.equal(code, 0, text)
  const { payment_id: id, order_number: number, ...rest } = JSON.parse(text)
  assert.deepEqual(rest, { state })
  const by = state === 'disputed' ? live : shop
  const { body } = succeed(await by.call('GET', `/api/v2/payments/${id}`))
  assert.deepEqual([body.status, body.captures.length, body.refunds.length], ends[state])
  assert.equal(body.order.reference_id, number)
  if (state !== 'disputed') return
  const { disputes } = succeed(await live.call('GET', '/api/v1/disputes')).body
  assert.deepEqual(
    disputes.map((one: { payment_id: string }) => one.payment_id),
    [id],
  )
}

test('trigger plays an order to each state, in every currency', async () => {
  const merchant = await api.newMerchant()
  for (const state of Object.keys(ends)) await trigger(merchant, state as keyof typeof ends)
  for (const country of ['KW', 'SA'] as const) await trigger(await api.newMerchant({ country }), 'refunded')
  const { text } = await outputOf(merchant.test, ['trigger', 'authorized', '--merchant-code', 'MAIN'])
  assert.match(text, /^authorized: payment [0-9a-f-]{36}, order trigger-[0-9a-f]{8}$/)
})

test('an unknown state, store or key, a missing sandbox and a refused address are one line with exit code 1', async () => {
  const { test: shop, live } = await api.newMerchant()
  const nowhere = `http://127.0.0.1:${await freePort()}`
  const stranger = { ...shop, key: 'sk_test_00000000-0000-4000-8000-000000000000' }
  const listening = (to: string) => ['listen', '--forward-to', to]
  const other = { QIST_LIVE_SECRET_KEY: (await api.newMerchant()).live.key }
  const cases: readonly [ShopKey, readonly string[], NodeJS.ProcessEnv, RegExp][] = [
    [
      shop,
      ['trigger', 'paid'],
      {},
      /choices are created, authorized, captured, refunded, closed, rejected, expired, disputed\./,
    ],
    [shop, ['trigger', 'closed', '--merchant-code', 'X'], {}, /^qist: the merchant has no store X, only main$/],
    [shop, ['trigger', 'disputed'], {}, /^qist: disputes have no test mode: set QIST_LIVE_SECRET_KEY/],
    [shop, ['trigger', 'disputed'], other, /^qist: QIST_LIVE_SECRET_KEY is a key of another merchant/],
    [live, ['trigger', 'paid'], {}, /choices are/],
    [stranger, ['logs'], {}, /^qist: http\S+ does not know the key: api key not found$/],
    [stranger, listening('localhost:3000'), {}, /^qist: http\S+ does not know the key: api key not found$/],
    [{ ...shop, baseUrl: nowhere }, ['logs', '--follow'], {}, /^qist: http\S+ is not reached: /],
    [{ ...shop, baseUrl: nowhere }, listening('localhost:3000'), {}, /^qist: http\S+ is not reached: /],
    [shop, ['logs'], { QIST_URL: '', QIST_SECRET_KEY: '' }, /^qist: QIST_URL and QIST_SECRET_KEY must name a running/],
    [shop, ['logs'], { QIST_SECRET_KEY: '' }, /^qist: QIST_URL and QIST_SECRET_KEY are set together, or neither$/],
    [
      shop,
      listening('10.0.0.1:3000/hook'),
      {},
      /^qist: --forward-to http:\S+: refused; a sandbox notifies http:\/\/localhost/,
    ],
    [shop, listening('localhost:x'), {}, /^qist: --forward-to localhost:x: no address/],
  ]
  for (const [by, args, env, pattern] of cases) {
    const { code, text } = await outputOf(by, args, env)
    assert.equal(code, 1, `${args.join(' ')}: ${text}`)
    assert.match(text, pattern)
  }
})

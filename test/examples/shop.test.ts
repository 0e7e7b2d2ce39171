import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { succeed } from '../../testkit/client.ts'
import { freePort, listen } from '../../testkit/listen.ts'
import { checkoutBody, newBuyer, type Shop } from '../../testkit/shop.ts'
import { retry } from '../../testkit/timeouts.ts'
import { openTestApi, type TestApi } from '../support/api.ts'
import { cleanUp } from '../support/service-process.ts'
import { newShopFolder, openShopProcess, type ShopFolder } from './shop-folder.ts'

let api: TestApi
let folder: ShopFolder
before(async () => {
  api = await openTestApi({ workers: true, runs: true })
  folder = newShopFolder()
})
after(async () => {
  folder.remove()
  await api.close()
})

/** The settings of a shop of a new merchant. It polls, because it has no webhook. */
async function newMerchant() {
  const merchant = await api.newMerchant({ merchantCode: 'AE' })
  const port = await freePort()
  const env = {
    ...{ QIST_URL: api.service.urls.uae, QIST_SECRET_KEY: merchant.keys.test.secret, POLLING: '1', PORT: String(port) },
    ...{ SHOP_DATA: join(folder.path, `data-${port}`), OFFICE_PASSWORD: 'secret' },
  }
  return { env, at: `http://127.0.0.1:${port}`, caller: merchant.test }
}

function post(url: string, fields: Readonly<Record<string, string>> = {}): Promise<Response> {
  const headers = { authorization: `Basic ${btoa('staff:secret')}` }
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' })
}

const buyer = { name: 'Sara Ali', email: 'sara@example.com', city: 'Dubai', address: 'Street 1' }

/** A customer orders. Returns the addresses of the order and of the payment page. */
async function order(at: string): Promise<{ order: string; page: string }> {
  const answer = await post(`${at}/orders`, { ...buyer, phone: newBuyer().phone, SHIRT: '2' })
  assert.equal(answer.status, 303, await answer.text())
  const id = /order=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
  return { order: `${at}/orders/${id}`, page: answer.headers.get('location') ?? '' }
}

async function pay(caller: Shop, page: string): Promise<string> {
  const session = new URL(page).searchParams.get('sessionId')
  const { id } = succeed(await caller.call('GET', `/api/v2/checkout/${session}`)).body.payment
  succeed(await caller.call('POST', `/sandbox/payments/${id}/authorize`))
  return id
}

function untilShown(address: string, state: string): Promise<unknown> {
  return retry(`the order is ${state}`, async () => {
    return (await (await fetch(address)).text()).includes(`data-state="${state}"`)
  })
}

for (const kind of ['lost_request', 'lost_answer']) {
  test(`a shop that is killed while it waits for a capture (${kind}) captures once after its restart`, async () => {
    const { env, at, caller } = await newMerchant()
    const shop = await openShopProcess(folder, env)
    const rule = { on: { operation: 'capturePayment' }, do: { kind, how: 'hang' } }
    const { fault } = succeed(await caller.call('POST', '/sandbox/faults', rule)).body
    const placed = await order(at)
    const id = await pay(caller, placed.page)
    await retry('it captures', async () => {
      const { faults } = succeed(await caller.call('GET', '/sandbox/faults')).body
      return faults.find((one: { id: string }) => one.id === fault.id).hits === 1
    })
    shop.kill('SIGKILL')
    await shop.waitForEnd()
    // As if it had also been killed during a write.
    appendFileSync(join(env.SHOP_DATA, 'orders.jsonl'), '{"id":"half a l')

    await openShopProcess(folder, env)
    await untilShown(placed.order, 'shipped')
    const { body } = succeed(await caller.call('GET', `/api/v2/payments/${id}`))
    assert.deepEqual(
      body.captures.map((capture: { amount: string; reference_id: string }) => [capture.amount, capture.reference_id]),
      [['340.00', '1001-ship-1']],
    )
  })
}

test('a payment whose session call had a lost answer is found in the books', async () => {
  const { env, at, caller } = await newMerchant()
  await openShopProcess(folder, env)
  const lost = { on: { operation: 'createSession' }, do: { kind: 'lost_answer' } }
  succeed(await caller.call('POST', '/sandbox/faults', lost))
  const placed = await order(at)
  assert.match(placed.page, /^\/orders\//, 'the customer is asked to try again')
  await untilShown(placed.order, 'unpaid')
  const { entries } = succeed(await caller.call('GET', '/sandbox/journal')).body
  const { payment_id: id } = entries.find((entry: { operation: string }) => entry.operation === 'createSession')
  succeed(await caller.call('POST', `/sandbox/payments/${id}/authorize`))
  const compared = await post(`${at}/office/compare`)
  assert.equal(compared.headers.get('location'), '/office?differences=1')
  await untilShown(placed.order, 'shipped')
})

test('a customer who is rejected and then accepted no longer sees the rejection', async () => {
  const { env, at, caller } = await newMerchant()
  await openShopProcess(folder, env)
  succeed(await caller.call('PUT', '/sandbox/risk', { rules: { max_orders_per_day: 0 } }))
  const refused = await order(at)
  assert.equal(new URL(refused.page, at).href, refused.order)
  const shown = async () => (await fetch(refused.order)).text()
  assert.match(await shown(), /Qist cannot offer you four parts/)
  succeed(await caller.call('PUT', '/sandbox/risk', {}))
  assert.equal((await post(`${refused.order}/pay`)).status, 303)
  assert.match(await shown(), /Waiting for your payment/)
})

test('of two paid sessions of one order the second is refunded', async () => {
  const { env, at, caller } = await newMerchant()
  await openShopProcess(folder, env)
  const placed = await order(at)
  const again = (await post(`${placed.order}/pay`)).headers.get('location') ?? ''
  const ids = await Promise.all([pay(caller, placed.page), pay(caller, again)])
  await untilShown(placed.order, 'shipped')
  const read = async (id: string) => (await caller.call('GET', `/api/v2/payments/${id}`)).body
  const payments = await retry('both are closed', async () => {
    const both = await Promise.all(ids.map(read))
    return both.every(({ status }) => status === 'CLOSED') && both
  })
  assert.deepEqual(payments.map(({ captures }) => captures.length).sort(), [0, 1])
})

test('a payment that an attacker opened for an order below its price does not pay for it and is refunded', async () => {
  const { env, at, caller } = await newMerchant()
  await openShopProcess(folder, env)
  const placed = await order(at)
  const meta = { order: placed.order.split('/').at(-1) }
  const answer = await caller.call(
    'POST',
    '/api/v2/checkout',
    checkoutBody('AE', 'AED', '1.00', { buyer: newBuyer(), meta }),
  )
  const { id } = succeed(answer).body.payment
  succeed(await caller.call('POST', `/sandbox/payments/${id}/authorize`))
  assert.equal((await post(`${at}/office/compare`)).status, 303)
  const payment = await retry('it is closed', async () => {
    const { body } = await caller.call('GET', `/api/v2/payments/${id}`)
    return body.status === 'CLOSED' && body
  })
  assert.deepEqual(payment.captures, [])
  await untilShown(placed.order, 'open')
})

test('a payment with a part made to order is closed when that part is cancelled; refunds wait for the close, once', async () => {
  const { env, at, caller } = await newMerchant()
  await openShopProcess(folder, env)
  const answer = await post(`${at}/orders`, { ...buyer, phone: newBuyer().phone, SHIRT: '1', RUG: '1' })
  const id = await pay(caller, answer.headers.get('location') ?? '')
  const [, number] = /order=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? []
  const office = `${at}/office/orders/${number}`
  await untilShown(`${at}/orders/${number}`, 'part-shipped')
  await post(`${office}/refund`, { place: '1', amount: '20', reason: 'it has a stain' })
  await post(`${office}/refund`, { place: '1', amount: '20', reason: 'it has a stain' })
  await post(`${office}/close`)
  await untilShown(`${at}/orders/${number}`, 'shipped')
  const { body } = await caller.call('GET', `/api/v2/payments/${id}`)
  const moved = (list: { amount: string }[]): string[] => list.map(({ amount }) => amount)
  assert.deepEqual([body.status, moved(body.captures), moved(body.refunds)], ['CLOSED', ['170.00'], ['20.00']])
})

/** The service, with unknown members in all answers. */
async function openNewerService(): Promise<string> {
  const grown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(grown)
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).map(([name, member]) => [name, grown(member)])
    return { new_member: { of: ['another', 1] }, ...Object.fromEntries(members) }
  }
  const server = createServer(async (request, response) => {
    const body = request.method === 'GET' ? null : await text(request)
    const { authorization = '', 'content-type': type = 'application/json' } = request.headers
    const sent = { method: request.method ?? '', body, headers: { authorization, 'content-type': type } }
    const answer = await fetch(api.service.urls.uae + request.url, sent)
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(grown(await answer.json())))
  })
  const port = await listen(server)
  cleanUp(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${port}`
}

test('the shop ignores unknown members', async () => {
  const { env, at, caller } = await newMerchant()
  await openShopProcess(folder, { ...env, QIST_URL: await openNewerService() })
  const placed = await order(at)
  await pay(caller, placed.page)
  await untilShown(placed.order, 'shipped')
})

test("only staff can sign in, and only forms of the shop's own pages are accepted", async () => {
  const { env, at } = await newMerchant()
  await openShopProcess(folder, env)
  assert.equal((await fetch(`${at}/office`)).status, 401)
  for (const origin of ['https://elsewhere.example', 'null']) {
    const headers = { authorization: `Basic ${btoa('staff:secret')}`, origin }
    assert.equal((await fetch(`${at}/office/compare`, { method: 'POST', headers })).status, 403)
  }
  assert.equal((await fetch(`${at}/orders`, { method: 'POST', body: '{' })).status, 400)
})

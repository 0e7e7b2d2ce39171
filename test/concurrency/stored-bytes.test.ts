import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type RunningServer, startServer } from '../../src/entries/server.ts'
import { removeOldQuotas } from '../../src/money/checkout/messages/quota-counts.ts'
import { openMetrics } from '../../src/platform/adapters/metrics.ts'
import { noPeers } from '../../src/platform/app/app.ts'
import { openApp } from '../../src/platform/app/open-app.ts'
import type { Answer } from '../../testkit/client.ts'
import { checkoutBody, demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { assertRefused } from '../support/api.ts'
import { sendRaw } from '../support/raw.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let second: RunningServer
let stranger: Shop
/** The same public key at another service on the same database. */
let twin: Shop
let shop: Shop
before(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.0/8' } })
  const { app, clock, database } = service
  const metrics = openMetrics()
  second = await startServer(openApp(app.config, database.db, app.log, clock, noPeers, metrics), metrics, 'uae')
  stranger = openShop(service.urls.uae, demoKey(1, 'pk_'))
  twin = openShop(second.baseUrl, demoKey(1, 'pk_'))
  shop = openShop(service.urls.uae, demoKey(1, 'sk_'))
})
beforeEach(() => service.database.query('delete from message_quotas'))
after(async () => {
  await second.close()
  await service.close()
})

const budget = 16 * 1024 * 1024
const entry = { items: Array.from({ length: 50 }, () => ({})) }
/** About 17 KB that are stored as 1.2 MB, because a lenient store adds defaults to items. */
const large = checkoutBody('demo_plugin', 'AED', '340.00', { order_history: Array.from({ length: 100 }, () => entry) })

let addresses = 0
function newAddress(): Record<string, string> {
  addresses += 1
  return { 'x-forwarded-for': `203.0.113.${addresses}` }
}

const open = (by: Shop, headers: Record<string, string>, body: unknown = large): Promise<Answer> =>
  by.call('POST', '/api/v2/checkout', body, headers)

async function storedBytes(): Promise<number> {
  const [row] = await service.database.query(
    'select coalesce(sum(octet_length(body::text)), 0)::int8 as bytes from payment_orders',
  )
  return Number(row?.['bytes'])
}

function assertTooMany(answer: Answer): number {
  assertRefused(answer, 429, 'rate limit exceeded')
  return Number(answer.headers.get('retry-after'))
}

test('a public key stores at most 16 MiB a day from one address, over all services and concurrent calls', async () => {
  const before = await storedBytes()
  const from = newAddress()
  const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => open(n % 2 === 0 ? stranger : twin, from)))
  const opened = answers.filter(({ status }) => status === 200).length
  const stored = (await storedBytes()) - before
  assert.ok(stored <= budget && stored > budget - 2 * (stored / opened), `${stored} of ${budget}`)
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    const seconds = assertTooMany(answer)
    assert.ok(seconds > 86_000 && seconds <= 86_400, `${seconds}`)
  }
  assert.equal((await open(stranger, newAddress())).status, 200, 'another address has its own')
  assert.equal((await open(openShop(service.urls.uae, demoKey(1, 'pk_test_')), from)).status, 200, 'another key too')
  assert.equal((await open(shop, from)).status, 200, 'a secret key has no such budget')
})

test('a new day has a new quota, and earlier days are removed', async () => {
  const from = newAddress()
  while ((await open(stranger, from)).status === 200);
  await service.database.query(`update message_quotas set forget_at = statement_timestamp() - interval '1 second'`)
  assert.equal((await open(stranger, from)).status, 200)
  const [row] = await service.database.query(
    `select max(bytes)::int8 as bytes from message_quotas where counted like '%203.0.113.%'`,
  )
  assert.ok(Number(row?.['bytes']) < 2_000_000)
  await service.database.query(`update message_quotas set forget_at = statement_timestamp() - interval '1 second'`)
  assert.equal(await removeOldQuotas(service.app), 2)
})

test('all addresses of a key share 1 GiB', async () => {
  assert.equal((await open(stranger, newAddress())).status, 200)
  await service.database.query(
    `update message_quotas set bytes = 1024 * 1024 * 1024 - 100 where counted like 'bytes live %' and counted not like '%203.0%'`,
  )
  const from = newAddress()
  assertTooMany(await open(stranger, from))
  const [row] = await service.database.query(
    `select coalesce(sum(bytes), 0)::int8 as bytes from message_quotas where counted like '% ${from['x-forwarded-for']}'`,
  )
  assert.equal(Number(row?.['bytes']), 0, 'what is not stored is not counted for the address')
  assert.equal((await open(shop, newAddress())).status, 200)
})

const tooLarge = 'request body is too large'
const bodyOf = (bytes: number): string => {
  const body = checkoutBody('demo_ae', 'AED', '340.00', { description: '' })
  const short = JSON.stringify(body).length
  return JSON.stringify({ ...body, payment: { ...body.payment, description: 'x'.repeat(bytes - short) } })
}

test('a body with a public key has at most 64 KiB; secret keys keep their limit', async () => {
  assert.equal((await open(stranger, newAddress(), bodyOf(65_536))).status, 200)
  assertRefused(await open(stranger, newAddress(), bodyOf(65_537)), 400, tooLarge)
  assertRefused(await open(stranger, newAddress(), '{'.repeat(70_000)), 400, tooLarge)
  const attachment = { body: 'x'.repeat(60_000), content_type: 'text/plain' }
  const more = checkoutBody('demo_ae', 'AED', '340.00', { description: 'x'.repeat(60_000), attachment })
  assert.equal((await open(shop, newAddress(), more)).status, 200)
})

test('a chunked body is refused above the limit, and an announced one before it is read', async () => {
  const head = `POST /api/v2/checkout HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${stranger.key}\r\nConnection: close\r\n`
  const body = bodyOf(65_537)
  const chunked = await sendRaw(
    service.urls.uae,
    `${head}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  )
  assert.match(chunked, /^HTTP\/1\.1 400 [\s\S]*request body is too large/)
  const announced = await sendRaw(service.urls.uae, `${head}Content-Length: 65537\r\n\r\n{`)
  assert.match(announced, /^HTTP\/1\.1 400 [\s\S]*request body is too large/)
})

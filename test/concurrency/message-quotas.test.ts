import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type RunningServer, startServer } from '../../src/entries/server.ts'
import { phoneKeyOf } from '../../src/money/checkout/messages/message-quotas.ts'
import { removeOldQuotas } from '../../src/money/checkout/messages/quota-counts.ts'
import { openMetrics } from '../../src/platform/adapters/metrics.ts'
import { noPeers } from '../../src/platform/app/app.ts'
import { openApp } from '../../src/platform/app/open-app.ts'
import type { Answer } from '../../testkit/client.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { cookieOf, type FormCustomer, openForms, sendForm } from '../pages/forms.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let second: RunningServer
let shop: Shop
/** The same shop at another service on the same database. */
let twin: Shop
let other: Shop
before(async () => {
  const env = { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.0/8', MESSAGES_PER_MINUTE: '40' }
  service = await startTestService({ env })
  const { app, clock, database } = service
  const metrics = openMetrics()
  second = await startServer(openApp(app.config, database.db, app.log, clock, noPeers, metrics), metrics, 'uae')
  shop = openShop(service.urls.uae, demoKey(1, 'sk_'))
  twin = openShop(second.baseUrl, demoKey(1, 'sk_'))
  other = openShop(service.urls.uae, demoKey(2, 'sk_'), { merchantCode: 'other_ae' })
})
beforeEach(() => passTime('1 minute'))
after(async () => {
  await second.close()
  await service.close()
})

/** Makes all counts older by this time, by the database's clock and in the rate limits. */
async function passTime(length: string): Promise<void> {
  service.clock.advance(60_000)
  await service.database.query(
    `update message_quotas set forget_at = forget_at - interval '${length}',
       sent_at = array(select at - interval '${length}' from unnest(sent_at) as at)`,
  )
}

let lastPhone = 500_300_000
function newPhone(): string {
  lastPhone += 1
  return `+971${lastPhone}`
}

const buyer = (phone: string) => ({ buyer: { name: 'Sara Ali', email: 'sara@example.com', phone } })

async function sessionFor(by: Shop, phone: string): Promise<string> {
  const answer = await by.checkout('340.00', buyer(phone))
  assert.equal(answer.status, 200, answer.text)
  return answer.body.id
}

const sendLink = (by: Shop, id: string): Promise<Answer> => by.call('POST', `/api/v2/checkout/${id}/send_hpp_link`)

async function messagesTo(phone: string): Promise<number> {
  const [row] = await service.database.query(
    `select count(*)::int as sent from outbox_messages where phone = '${phone}'`,
  )
  return Number(row?.['sent'])
}

/** Requests a code from this address, as a browser behind a trusted proxy. */
function askCode(customer: FormCustomer, phone: string, address: string): Promise<Response> {
  return fetch(customer.webUrl.replace('/hpp/?', '/hpp/phone?'), {
    method: 'POST',
    body: new URLSearchParams({ form_token: customer.token, phone }),
    headers: { cookie: cookieOf(customer), 'x-forwarded-for': address },
    redirect: 'manual',
  })
}

test('of 60 concurrent links to one phone, at two services, ten are sent; the others are refused with a time to retry', async () => {
  const phone = newPhone()
  const ids = await Promise.all(Array.from({ length: 6 }, () => sessionFor(shop, phone)))
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => sendLink(index % 2 === 0 ? shop : twin, ids[index % 6] ?? '')),
  )
  const sent = answers.filter(({ status }) => status === 200)
  assert.deepEqual([sent.length, await messagesTo(phone)], [10, 10])
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    assert.equal(answer.status, 429)
    assert.deepEqual(answer.body, { status: 'error', errorType: 'too_many_requests', error: 'rate limit exceeded' })
    const seconds = Number(answer.headers.get('retry-after'))
    assert.ok(seconds > 3_000 && seconds <= 3_600, String(seconds))
  }
  await passTime('59 minutes')
  assert.equal((await sendLink(shop, await sessionFor(shop, phone))).status, 429)
  await passTime('61 seconds')
  assert.equal((await sendLink(shop, await sessionFor(shop, phone))).status, 200)
})

test('codes and links to one phone share an exact count over concurrent sessions', async () => {
  const phone = newPhone()
  const customers = await Promise.all(Array.from({ length: 30 }, () => openForms(shop, buyer(phone))))
  await Promise.all(
    customers.flatMap((customer, index) => [
      sendForm(customer, 'phone', { phone }),
      sendLink(index % 2 === 0 ? shop : twin, customer.sessionId),
    ]),
  )
  assert.equal(await messagesTo(phone), 10)
})

test("a merchant's use of its ten messages leaves other merchants theirs, up to thirty in total", async () => {
  const phone = newPhone()
  const spend = async (by: Shop): Promise<number> => {
    const id = await sessionFor(by, phone)
    const answers = await Promise.all(Array.from({ length: 15 }, () => sendLink(by, id)))
    return answers.filter(({ status }) => status === 200).length
  }
  assert.equal(await spend(shop), 10)
  assert.equal(await spend(other), 10)
  const more: number[] = []
  for (const name of ['Third', 'Fourth']) {
    const stores = [{ merchant_code: 'main', country: 'AE' }]
    const made = await shop.call('POST', '/sandbox/merchants', { name, region: 'uae', stores })
    more.push(await spend(openShop(service.urls.uae, made.body.keys.live.secret, { merchantCode: 'main' })))
  }
  assert.deepEqual(more, [10, 0])
})

test('messages with test keys do not use the live quota', async () => {
  const phone = newPhone()
  const rehearsal = openShop(service.urls.uae, demoKey(1))
  const id = await sessionFor(rehearsal, phone)
  const answers = await Promise.all(Array.from({ length: 12 }, () => sendLink(rehearsal, id)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 10)
  assert.equal((await sendLink(shop, await sessionFor(shop, phone))).status, 200)
})

test("text messages: a merchant's quota per minute does not delay another merchant", async () => {
  const id = await sessionFor(shop, newPhone())
  const sessions = await Promise.all(Array.from({ length: 60 }, () => sessionFor(shop, newPhone())))
  const answers = await Promise.all(sessions.map((session) => sendLink(shop, session)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 40)
  assert.equal((await sendLink(other, await sessionFor(other, newPhone()))).status, 200)
  const refused = await sendLink(shop, id)
  assert.equal(refused.status, 429)
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds >= 1 && seconds <= 60, String(seconds))
  await passTime('1 minute')
  assert.equal((await sendLink(shop, id)).status, 200)
})

test('a hundred codes an hour are sent for one address; links of shops do not count', async () => {
  const codes = async (count: number, address: string): Promise<number> => {
    const customers = await Promise.all(Array.from({ length: count }, () => openForms(other)))
    const answers = await Promise.all(customers.map((customer) => askCode(customer, newPhone(), address)))
    return answers.filter(({ status }) => status === 303).length
  }
  let sent = 0
  for (const count of [40, 40, 40]) {
    sent += await codes(count, '203.0.113.9')
    await passTime('1 minute')
  }
  assert.equal(sent, 100)
  assert.equal(await codes(1, '203.0.113.10'), 1)
})

test('expired quotas are removed; no phone stands in one', async () => {
  await sendLink(shop, await sessionFor(shop, newPhone()))
  await passTime('30 minutes')
  const id = await sessionFor(shop, newPhone())
  await sendLink(shop, id)
  await passTime('31 minutes')
  while ((await removeOldQuotas(service.app)) > 0);
  const rows = await service.database.query(
    `select counted from message_quotas where counted like 'phone live %' order by counted`,
  )
  assert.deepEqual(
    [...new Set(rows.map((row) => row['counted']))],
    [`phone live ${phoneKeyOf(service.app, `+971${lastPhone}`)}`],
  )
  await passTime('1 day')
  while ((await removeOldQuotas(service.app)) > 0);
  assert.deepEqual(await service.database.query('select counted from message_quotas'), [])
})

import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { day, minute } from '../../src/platform/base/times.ts'
import { beneficiaryFrom } from '../../src/platform/merchants/stores/beneficiary.ts'
import { changeStore } from '../../src/platform/merchants/stores/change-store.ts'
import { parsePercent } from '../../src/platform/merchants/stores/fee-rates.ts'
import { legalEntityFrom } from '../../src/platform/merchants/stores/legal-entity.ts'
import { iban } from '../../test/support/payouts.ts'
import { startTestService, type TestService } from '../../test/support/service.ts'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { readAnswer, succeed } from '../../testkit/client.ts'
import { openReceiver } from '../../testkit/receiver.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { orderOf } from './orders.ts'

/** Demo UAE after two weeks of made-up trade with live keys. All people have the sandboxes' published password. */
export interface BackOfficeStory {
  readonly service: TestService
  /** The ids of the pages' objects, by name. */
  readonly ids: Readonly<Record<string, string>>
  close(): Promise<void>
}

// Morning in Dubai, on a Monday.
const startAt = Date.parse('2026-10-26T05:30:00Z')
const lastDay = 14

const operator = {
  OPERATOR_NAME: 'Qist Payments FZ-LLC',
  OPERATOR_ADDRESS: 'Office 1204, Al Reem Island, Abu Dhabi',
  OPERATOR_TAX_NUMBER: '100555666700003',
}

type Ids = Record<string, string>

/** Plays the two weeks. At the end there are disputes, a failing webhook, settlements, payouts, links and a team. */
export async function playBackOfficeStory(browser: Browser): Promise<BackOfficeStory> {
  const receiver = await openReceiver({ keeps: false })
  let isBroken = false
  receiver.answer = ({ path }, response) => {
    response.statusCode = isBroken && path === '/orders' ? 500 : 200
    response.end(response.statusCode === 200 ? 'ok' : 'The database is full')
  }
  const WEBHOOK_HOSTS = ['shop.example', 'books.example'].map((name) => `${name}=127.0.0.1:${receiver.port}`).join(',')
  const env = { WEBHOOK_HOSTS, ...operator }
  const service = await startTestService({ workers: true, startAt: startAt - 150 * day, env })
  const url = service.urls.uae
  const [shop, other] = [
    openShop(url, demoKey(1, 'sk_')),
    openShop(url, demoKey(2, 'sk_'), { merchantCode: 'other_ae' }),
  ]
  const ids: Ids = {}
  // Its later instalments are declined until the last attempt.
  ids['defaulted'] = await buy(other, 980, { card: '4000000000000341' })
  await capture(other, ids['defaulted'], 980)
  service.clock.set(startAt)
  await other.call('GET', `/sandbox/payments/${ids['defaulted']}/plan`)
  await openStore(service, ids)
  await addWebhooks(await signInAt(url, 'developer@demo.test'))
  await addWebhooks(await signInAt(url, 'admin@demo.test'), 'live', ids)
  for (let date = 0; date <= lastDay; date += 1) {
    isBroken = date >= 12
    await tradeFor(service, shop, date, ids)
    for (const due of ['settlements', 'payouts']) await shop.call('GET', `/api/v1/${due}`)
    if (date < lastDay) service.clock.set(startAt + (date + 1) * day)
  }
  await openDisputes(shop, ids, await drawProof(browser))
  await workAtBackOffices(service, ids)
  await readIds(service, ids)
  return {
    ...{ service, ids },
    async close() {
      await service.close()
      await receiver.close()
    },
  }
}

async function buy(shop: Shop, number: number, how: object = {}): Promise<string> {
  const { amount, payment } = orderOf(number)
  const { id } = succeed(await shop.checkout(amount, payment)).body.payment
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`, how))
  return id
}

async function capture(shop: Shop, id: string, number: number, amount = orderOf(number).amount): Promise<void> {
  const reference_id = `${number}-${amount}`
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount, reference_id }))
}

async function refund(shop: Shop, id: string, amount: string, reason: string): Promise<void> {
  const body = { amount, reason, reference_id: `${reason}-${amount}` }
  succeed(await shop.call('POST', `/api/v2/payments/${id}/refunds`, body))
}

async function openStore({ app, database }: TestService, ids: Ids): Promise<void> {
  const [store] = await database.query(`select merchant_id from stores where merchant_code = 'demo_ae'`)
  const merchantId = String(store?.['merchant_id'])
  ids['merchant'] = merchantId
  const legal = { name: 'Bayt and Co LLC', address: 'Shop 7, Al Wasl Road, Dubai', taxNumber: '100200300400003' }
  await changeStore(app, merchantId as never, 'demo_ae', ({ feeRates }) => ({
    name: 'Bayt & Co',
    legalEntity: legalEntityFrom(legal, { currency: 'AED', changedAt: app.clock.now() }),
    beneficiary: beneficiaryFrom('Bayt and Co LLC', iban.ae),
    feeRates: { ...feeRates, percent: parsePercent('5.00') ?? 0, vatPercent: parsePercent('5.00') ?? 0 },
  }))
}

async function addWebhooks(visitor: BackOfficeVisitor, mode = 'test', ids: Ids = {}): Promise<void> {
  const path = `/dashboard/${mode}/webhooks`
  for (const url of ['http://shop.example/qist', 'http://books.example/orders']) {
    await visitor.get(`${path}/new`)
    const header = { header_title: 'X-Shop-Auth', header_value: 'made-up-secret-1' }
    const { location } = await visitor.send(path, { url, ...header })
    ids['webhook'] = location.replace(/\?.*/, '').split('/').at(-1) ?? ''
  }
}

/**
 * Plays a day's orders, an hour and a half apart: most are captured, some in part, a few refunded, and some customers
 * leave.
 */
async function tradeFor({ clock }: TestService, shop: Shop, date: number, ids: Ids): Promise<void> {
  const orders = 2 + ((date * 5) % 4)
  for (let at = 0; at < orders; at += 1) {
    const number = 1001 + date * 6 + at
    if ((number + date) % 5 === 4) await shop.checkout(orderOf(number).amount, orderOf(number).payment)
    else await trade(shop, number, ids, date >= lastDay - 1 && at % 2 === 1)
    clock.advance(83 * minute)
  }
}

async function trade(shop: Shop, number: number, ids: Ids, isWaiting: boolean): Promise<void> {
  const id = await buy(shop, number)
  ids[`order-${number}`] = id
  if (isWaiting) {
    ids['waiting'] = id
  } else if (number % 7 === 3) {
    await capture(shop, id, number, '95.00')
    ids['partly'] = id
  } else {
    await capture(shop, id, number)
    if (number % 6 === 1) {
      await refund(shop, id, '95.00', 'Too small')
      ids['refunded'] = id
    } else ids['captured'] = id
  }
}

/** Draws a merchant's evidence: a picture of a paper. */
async function drawProof(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 480, height: 300 } })
  await page.setContent(`<body style="margin:0;background:#efe9dd;font:20px sans-serif;padding:36px">
    <div style="background:#fff;padding:24px;border:1px solid #ccc"><b>Delivery note</b><hr>2 parcels, 5 November 2026, 11:40
    <p>Received by: M. Al Suwaidi</p></div></body>`)
  const picture = await page.screenshot()
  await page.close()
  return picture
}

async function openDisputes(shop: Shop, ids: Ids, proof: Buffer): Promise<void> {
  const open = async (name: string, order: number, reason: string, comment: string, amount?: string) => {
    const attachment_ids = [await upload(shop, proof)]
    const body = { payment_id: ids[`order-${order}`], reason, comment, amount, attachment_ids }
    ids[name] = succeed(await shop.call('POST', '/sandbox/disputes', body)).body.dispute.id
  }
  const captured = Object.keys(ids).flatMap((name) => (name.startsWith('order-') ? [Number(name.slice(6))] : []))
  const [first = 0, second = 0, third = 0] = captured.filter((number) => number % 6 !== 1 && number % 7 !== 3)
  await open(
    'dispute',
    second,
    'not_delivered',
    'The parcel never came. The courier says that it was left at the door.',
  )
  await open('answered', first, 'product_issue', 'It came broken. I have kept the parcel.', '100.00')
  const challenge = {
    reason: 'merchant_reason_other',
    description: 'We have sent a new one on 5 November; here is the note.',
  }
  const attachment_ids = [await upload(shop, proof)]
  succeed(
    await shop.call('POST', '/api/v1/disputes/challenge', {
      dispute_id: ids['answered'],
      ...challenge,
      attachment_ids,
    }),
  )
  await open('asked', third, 'product_issue', 'The blanket has a hole in it.')
}

async function upload(shop: Shop, proof: Buffer): Promise<string> {
  const form = new FormData()
  form.append('attachment', new Blob([new Uint8Array(proof)]), 'delivery-note.png')
  const headers = { authorization: `Bearer ${shop.key}` }
  const sent = await fetch(`${shop.baseUrl}/api/v1/disputes/attachments/upload`, {
    method: 'POST',
    body: form,
    headers,
  })
  return succeed(readAnswer(sent.status, sent.headers, await sent.text())).body.id
}

/** Plays the work of people, so that pages have content. */
async function workAtBackOffices({ urls }: TestService, ids: Ids): Promise<void> {
  const admin = await signInAt(urls.uae, 'admin@demo.test')
  const base = '/dashboard/live'
  for (const [at, order] of ['2050', '2051', '2052'].entries()) {
    await admin.get(`${base}/links/new`)
    ids['link'] = randomUUID()
    const customer = { name: 'Huda Al Marri', phone: `+97152001207${at}`, email: '', lang: 'en' }
    const form = {
      link: ids['link'],
      amount: `${245 + at * 90}.00`,
      order_reference_id: order,
      description: 'Gift basket',
    }
    await admin.send(`${base}/links`, { ...form, ...customer, merchant_code: 'demo_ae' })
  }
  await admin.get(`${base}/team`)
  const invited = await admin.send(`${base}/team/invite`, { email: 'fatima@shop.example', role: 'analyst' })
  ids['invitation'] = /\/dashboard\/invitation\?token=([^"]+)"/.exec(invited.text)?.[1] ?? ''
  const agent = await signInAt(urls.uae, 'agent@support.test', 'support')
  const path = `/support/payments/${ids['defaulted']}`
  await agent.get(path)
  await agent.send(`${path}/open`, { reason: 'Ticket 5120: asks for more time' })
  const { amount } = orderOf(980)
  const request = { amount: '40.00', amount_seen: amount, reason: 'Bought twice, the shop agrees' }
  await agent.send(`${path}/returns`, { ...request, confirmed: 'yes' })
  const made = await agent.send('/support/merchants', { name: 'Palm Books', merchant_code: 'AE', country: 'AE' })
  await agent.send(`${made.location.split('?')[0]}/people`, { email: 'noura@palm.example' })
}

async function readIds({ database }: TestService, ids: Ids): Promise<void> {
  for (const [name, table] of [
    ['settlement', 'settlements'],
    ['payout', 'payouts'],
  ] as const) {
    const text = `select id from ${table} where merchant_id = '${ids['merchant']}' and not is_test order by id desc`
    const rows = await database.query(text)
    ids[name] = String(rows[1]?.['id'] ?? rows[0]?.['id'])
  }
  const [event] =
    await database.query(`select notification_id as id from deliveries where merchant_id = '${ids['merchant']}'
    and webhook_id = '${ids['webhook']}' order by id desc limit 1`)
  ids['event'] = String(event?.['id'])
}

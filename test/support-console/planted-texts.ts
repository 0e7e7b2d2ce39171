import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { makeLink } from '../../src/money/checkout/links/make-link.ts'
import { readCheckout } from '../../src/money/checkout/sessions/read-checkout.ts'
import { day } from '../../src/platform/base/times.ts'
import { serviceActor } from '../../src/platform/merchants/caller.ts'
import { listStores } from '../../src/platform/merchants/stores/stores.ts'
import { succeed } from '../../testkit/client.ts'
import type { DisputeShop } from '../support/disputes.ts'
import type { TestService } from '../support/service.ts'

/** A unique text for each field that a shop or a customer may fill. */
export function plantedText(place: string): string {
  return `Planted${place}`
}

/** The prefix of every planted text. */
export const planted = /planted/i

const phone = '+971527770000'

/** An order in which every text is planted. */
function plantedOrder(amount: string) {
  const item = {
    ...{ reference_id: plantedText('ItemReference'), title: plantedText('ItemTitle'), quantity: 1, unit_price: amount },
    ...{ description: plantedText('ItemDescription'), category: plantedText('ItemCategory') },
    ...{ brand: plantedText('ItemBrand'), seller: plantedText('ItemSeller') },
  }
  const buyer = { name: plantedText('Buyer'), email: 'planted.buyer@example.com', phone, dob: '1990-04-17' }
  const shipping_address = { city: plantedText('City'), address: plantedText('Address'), zip: plantedText('Zip') }
  const past = { purchased_at: '2020-01-01T00:00:00Z', amount: '1.00', payment_method: 'card', status: 'new' }
  return {
    ...{ buyer, shipping_address, description: plantedText('Description') },
    meta: { customer: plantedText('Meta') },
    order: { reference_id: plantedText('OrderReference'), items: [item] },
    order_history: [{ ...past, buyer, shipping_address, items: [item] }],
  }
}

export interface PlantedIds extends Readonly<Record<string, string>> {
  readonly payments: string
  readonly disputes: string
  readonly links: string
  readonly webhooks: string
  readonly events: string
  readonly settlements: string
  readonly payouts: string
}

/** Plants a text in every field of a merchant's orders, disputes, links and answers. */
export async function plantTexts(service: TestService, shop: DisputeShop): Promise<PlantedIds> {
  const { database } = service
  const idOf = async (sql: string): Promise<string> => {
    const [row] = await database.query(sql)
    return String(row?.['id'] ?? assert.fail(sql))
  }
  const amount = '340.00'
  const payments = succeed(await shop.checkout(amount, plantedOrder(amount))).body.payment.id
  succeed(await shop.call('POST', `/sandbox/payments/${payments}/authorize`))
  const pathOf = (what: string): string => `/api/v2/payments/${payments}/${what}`
  succeed(await shop.call('POST', pathOf('captures'), { amount, reference_id: plantedText('CaptureReference') }))
  const refund = { amount: '10.00', reference_id: plantedText('RefundReference'), reason: plantedText('RefundReason') }
  succeed(await shop.call('POST', pathOf('refunds'), refund))
  succeed(
    await shop.call('PUT', `/api/v2/payments/${payments}`, {
      order: { reference_id: plantedText('ChangedReference') },
    }),
  )
  const comment = plantedText('Comment')
  const { id: disputes } = await shop.openDispute({ payment_id: payments, comment })
  const description = plantedText('Challenge')
  const challenge = { dispute_id: disputes, reason: 'merchant_reason_other', description }
  const attachment_ids = [await shop.attachment()]
  succeed(await shop.call('POST', '/api/v1/disputes/challenge', { ...challenge, attachment_ids }))
  succeed(await shop.act(disputes, 'request-evidence', { from: 'customer', comment: plantedText('Question') }))
  succeed(await shop.act(disputes, 'provide-evidence', { comment: plantedText('Evidence') }))
  const links = await plantLink(service, shop)
  const { webhooks, events } = await plantAnswer(service, shop, payments)
  await shop.pass('P2D')
  succeed(await shop.call('GET', '/api/v1/settlements'))
  const ofShop = `where merchant_id = '${shop.merchantId}'`
  const settlements = await idOf(`select settlement_id as id from settlement_lines ${ofShop} limit 1`)
  const payouts = await idOf(`select id from payouts ${ofShop} limit 1`)
  return { payments, disputes, links, webhooks, events, settlements, payouts }
}

async function plantLink({ app }: TestService, { merchantId }: DisputeShop): Promise<string> {
  const [store = assert.fail('the merchant has no store')] = await listStores(app, merchantId)
  const id = randomUUID()
  const payment = {
    ...{ amount: '120.00', currency: 'AED', description: plantedText('LinkDescription') },
    buyer: { name: plantedText('LinkBuyer'), email: 'planted.link@example.com', phone },
    order: { reference_id: plantedText('LinkReference') },
  }
  const body = { payment, lang: 'en', merchant_code: store.merchantCode }
  const request = readCheckout(body, { ...store, checkout: 'lenient' })
  await makeLink(app, serviceActor(merchantId, false, 0), store, request, { id, endsAt: app.clock.now() + day })
  return id
}

// The shop's endpoint answered with the customer's name.
async function plantAnswer({ database }: TestService, { merchantId }: DisputeShop, paymentId: string) {
  const webhooks = randomUUID()
  const [store] = await database.query(`select id from stores where merchant_id = '${merchantId}' limit 1`)
  const [notification] = await database.query(
    `select id, body is not null as has_body from notifications where payment_id = '${paymentId}' order by sequence limit 1`,
  )
  const url = 'https://shop.example/hook'
  await database.query(`insert into webhooks (merchant_id, id, store_id, is_test, family, url, normalised_url, created_at)
    values ('${merchantId}', '${webhooks}', '${store?.['id']}', false, 'payment', '${url}', '${url}', now())`)
  const events = String(notification?.['id'])
  const delivery = randomUUID()
  await database.query(`insert into deliveries (merchant_id, id, notification_id, webhook_id, state, attempts)
    values ('${merchantId}', '${delivery}', '${events}', '${webhooks}', 'failed', 1)`)
  await database.query(`insert into delivery_attempts (merchant_id, delivery_id, number, at, status, duration_ms, answer)
    values ('${merchantId}', '${delivery}', 1, now(), 500, 12, '${plantedText('Answer')}')`)
  return { webhooks, events }
}

import { type BackOfficeVisitor, signInAt } from '../testkit/back-office-visitor.ts'
import { type Caller, succeed } from '../testkit/client.ts'
import { requestErasingOf } from '../testkit/request-erasing.ts'
import { checkoutBody, newBuyer, newMerchant } from '../testkit/shop.ts'
import { makeLink } from './back-office-isolation.ts'
import { type BackOfficeObjects, createBackOfficeObjects } from './back-office-objects.ts'
import { storeHeader } from './fixtures.ts'
import { copyLists } from './large-lists.ts'
import { copyLargePayment } from './large-payment.ts'
import type { TestEnvironment } from './test-environment.ts'

/**
 * A merchant with very many and very large objects of each kind, in live mode. Its journal and its rehearsals are of
 * the test mode.
 */
export interface LargeMerchant {
  readonly id: string
  /** A person of the merchant with all permissions. */
  readonly admin: BackOfficeVisitor
  /** The ids in the addresses of its pages. */
  readonly objects: BackOfficeObjects
  /** The phone of every second payment, and of the largest one. */
  readonly phone: string
  /** A session with the largest order that fits into a body, and its payment page. */
  readonly session: { readonly id: string; readonly path: string; readonly phone: string }
}

/** The number of rows in lists, and of entries of one payment or dispute without a smaller limit. */
export interface Sizes {
  readonly many: number
  readonly lines: number
}

/** Each character takes six bytes on a page. */
const quotes = (length: number): string => '"'.repeat(length)

/** An order with the most items and the longest texts, about as large as a body may be. */
const largestOrder = (phone: string) => ({
  description: quotes(255),
  buyer: { ...newBuyer(), name: quotes(255), phone },
  shipping_address: { city: quotes(255), address: quotes(255), zip: quotes(255) },
  order: {
    reference_id: quotes(255),
    items: Array.from({ length: 1_000 }, (_, item) => ({
      ...{ reference_id: `SKU-${item}`.padEnd(200, '-'), title: quotes(255), quantity: 9 },
      ...{ unit_price: '1.00', category: 'Clothes' },
    })),
  },
})

/** Makes one of everything by the API, and copies the rest of the rows in the database. */
export async function createLargeMerchant(environment: TestEnvironment, sizes: Sizes): Promise<LargeMerchant> {
  const { client, records, service } = environment
  const { id, keys } = await newMerchant(client)
  const live = client.as(keys.live.secret, storeHeader)
  const test = client.as(keys.test.secret, storeHeader)
  const { phone } = newBuyer()
  for (let number = 1; number < 4; number += 1)
    succeed(await live.call('POST', '/api/v1/webhooks', { url: `https://shop.test/${number}` }))
  const admin = await signInAt(service.urls.uae, `admin@${id.slice(-12)}.test`)
  const small: BackOfficeObjects = {
    ...(await createBackOfficeObjects(live, id, records)),
    links: { id: await makeLink(admin) },
  }
  const payment = await createLargestPayment(live, phone)
  const session = await openSession(live, newBuyer().phone)
  const objects = {
    ...small,
    payments: { id: payment },
    'erasure-requests': { id: await requestErasingOf(records.app, phone) },
    developers: { id: await callAndFindJournal(test), run: await rehearse(test) },
  }
  await copyLists(records.query, { merchantId: id, small, phone, ...sizes })
  await copyLargePayment(records.query, {
    merchantId: id,
    payment,
    settlement: small['settlements']?.['id'] ?? '',
    ...sizes,
  })
  await records.query('analyze')
  return { id, admin, objects, phone, session }
}

/** Makes a closed payment with a capture and a refund, both with items. Returns its id. */
async function createLargestPayment(live: Caller, phone: string): Promise<string> {
  const session = succeed(
    await live.call('POST', '/api/v2/checkout', checkoutBody('main', 'AED', '900.00', largestOrder(phone))),
  )
  const id: string = session.body.payment.id
  const call = async (what: string, body?: object): Promise<void> => {
    succeed(await live.call('POST', `/api/v2/payments/${id}/${what}`, body))
  }
  succeed(await live.call('POST', `/sandbox/payments/${id}/authorize`))
  // The items of two thousand movements take about two megabytes, which is the limit.
  const items = [{ reference_id: 'SKU-1'.padEnd(200, '-'), title: quotes(100), quantity: 1, unit_price: '1.00' }]
  await call('captures', { amount: '500.00', reference_id: 'first', items })
  await call('close')
  await call('refunds', { amount: '0.10', reference_id: 'first', reason: quotes(200), items })
  const disputed = { payment_id: id, reason: 'product_issue', amount: '1.00', comment: quotes(2_000) }
  succeed(await live.call('POST', '/sandbox/disputes', disputed))
  return id
}

async function openSession(live: Caller, phone: string): Promise<LargeMerchant['session']> {
  const { body } = succeed(
    await live.call('POST', '/api/v2/checkout', checkoutBody('main', 'AED', '900.00', largestOrder(phone))),
  )
  const address = new URL(body.configuration.available_products.installments[0].web_url)
  return { id: body.id, path: address.pathname + address.search, phone }
}

/** Makes a call with the largest bodies. Returns its id in the journal. */
async function callAndFindJournal(test: Caller): Promise<string> {
  const order = largestOrder(newBuyer().phone)
  succeed(await test.call('POST', '/api/v2/checkout', checkoutBody('main', 'AED', '900.00', order)))
  const { entries } = succeed(await test.call('GET', '/sandbox/journal')).body
  const { request_id }: { request_id: string } = entries.findLast(({ kind }: { kind: string }) => kind === 'request')
  return request_id
}

/** Plays a rehearsal to its end. Returns its id. */
async function rehearse(test: Caller): Promise<string> {
  const { certificate } = succeed(await test.call('POST', '/sandbox/certificate', {})).body
  succeed(await test.call('DELETE', `/sandbox/certificate/${certificate.id}`))
  return certificate.id
}

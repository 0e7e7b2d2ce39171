import type { Answer, Client } from '../testkit/client.ts'
import { succeed } from '../testkit/client.ts'
import { inParallel } from '../testkit/parallel.ts'
import { sum } from '../testkit/payment-model.ts'
import type { Merchant } from '../testkit/shop.ts'
import { failureOf } from '../testkit/timeouts.ts'
import { visiblePaymentOf } from './history.ts'
import { newPayment } from './new-payment.ts'
import type { TestEnvironment } from './test-environment.ts'

/** A merchant that uses the service's own names. */
export interface NamingShop {
  readonly environment: TestEnvironment
  readonly merchant: Merchant
  readonly client: Client
  /** The limit of waiting, in milliseconds. */
  readonly timeoutMs: number
  /** Makes a call that must be either accepted or refused. */
  try(what: string, path: string, body: object): Promise<Answer>
}

const amount = 340_00

/** Returns every form of the service's own name that a client might send. */
function namesOf(payment: string): string[] {
  const [own, dispute] = [`auto-capture-${payment}`, `dispute-${payment}`]
  return [own, own.toUpperCase(), `Auto-Capture-${payment}`, ` ${own}`, `${own} `, 'auto-capture', dispute, 'auto']
}

/** From now on this merchant's payments are captured one second after authorization. */
export async function captureSoon({ records }: TestEnvironment, merchantId: string): Promise<void> {
  await records.query(`update stores set auto_capture_seconds = 1 where merchant_id = '${merchantId}'`)
}

/**
 * Uses the names before the automatic capture. Then the merchant's clock passes it, and the remaining amount must be
 * captured.
 */
export async function nameCapturesBefore(shop: NamingShop, payments: number): Promise<string[]> {
  const ids = await inParallel(payments, async (n) => {
    const id = await newPayment(shop.client, amount, 'main')
    // One of the names, and sometimes all of them.
    const names = n % 9 === 8 ? namesOf(id) : namesOf(id).slice(n % 9, (n % 9) + 1)
    for (const name of names) await captureByName(shop, id, name)
    return id
  })
  await shop.try('the clock', '/sandbox/clock', { advance: 'P22D' })
  const wrong = await checkCaptured(shop, ids)
  for (const id of ids.slice(0, 10)) {
    await captureByName(shop, id, `auto-capture-${id}`)
    wrong.push(...(await refundByName(shop, id, `auto-capture-${id}`)))
  }
  return wrong
}

/** Uses the names while the automatic capture falls due by the system's clock, without a read of the payments. */
export async function nameCapturesMeanwhile(shop: NamingShop, payments: number): Promise<string[]> {
  const { environment, client, merchant, timeoutMs } = shop
  await captureSoon(environment, merchant.id)
  const ids = await inParallel(payments, async () => {
    const id = await newPayment(client, amount, 'main')
    for (const name of namesOf(id)) await captureByName(shop, id, name)
    return id
  })
  const left = `select from payments where merchant_id = '${merchant.id}' and due_at is not null`
  const settled = environment.records.waitUntilNone('payments with reserved names are captured', left, { timeoutMs })
  const wrong = await failureOf(settled)
  return [...wrong, ...(await checkCaptured(shop, ids))]
}

/**
 * Uses the names while a dispute is open, and after its refund. The refund's own name differs from every name that a
 * client has used.
 */
export async function nameRefunds(shop: NamingShop, payments: number): Promise<string[]> {
  const { client } = shop
  const wrong: string[] = []
  const disputes = await inParallel(payments, async () => {
    const id = await newPayment(client, amount, 'main')
    succeed(await client.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00', reference_id: 'whole' }))
    const about = { payment_id: id, reason: 'product_issue', amount: '100.00' }
    const dispute: string = succeed(await client.call('POST', '/sandbox/disputes', about)).body.dispute.id
    wrong.push(...(await refundByName(shop, id, `dispute-${dispute}`)))
    return { id, dispute }
  })
  await shop.try('the clock', '/sandbox/clock', { advance: 'P15D' })
  for (const { id, dispute } of disputes) {
    const answer = await client.call('GET', `/api/v2/payments/${id}`)
    const refunded = answer.status === 200 ? refundedIn(answer) : -1
    if (refunded !== 100_00) wrong.push(`payment ${id}: ${refunded} refunded, and its dispute was about 10000`)
    for (const name of [`dispute-${dispute}`, `DISPUTE-${dispute}`]) wrong.push(...(await refundByName(shop, id, name)))
  }
  return wrong
}

async function captureByName(shop: NamingShop, id: string, name: string): Promise<void> {
  await shop.try('a capture', `/api/v2/payments/${id}/captures`, { amount: '10.00', reference_id: name })
}

/** Refunds by a name. A new name must move money or be refused; a name that the payment shows is a replay. */
async function refundByName(shop: NamingShop, id: string, name: string): Promise<string[]> {
  const path = `/api/v2/payments/${id}`
  const before = await shop.client.call('GET', path)
  const answer = await shop.try('a refund', `${path}/refunds`, { amount: '5.00', reference_id: name })
  if (
    answer.status !== 200 ||
    before.status !== 200 ||
    visiblePaymentOf(before.body).refunds.some(({ reference }) => reference === name)
  )
    return []
  if (refundedIn(answer) === refundedIn(before) + 5_00) return []
  return [`payment ${id}: a refund named ${name} was acknowledged and moved nothing`]
}

function refundedIn({ body }: Answer): number {
  return sum(visiblePaymentOf(body).refunds)
}

/** Checks, alone and in the list, that each payment is closed and captured in full. */
async function checkCaptured({ client }: NamingShop, ids: readonly string[]): Promise<string[]> {
  const wrong: string[] = []
  const list = await client.call('GET', '/api/v2/payments?limit=20')
  const total = list.body?.pagination?.total_count
  if (list.status !== 200) wrong.push(`the list of a merchant with reserved names was answered with ${list.status}`)
  else if (total < ids.length) wrong.push(`the list shows ${total} of ${ids.length} payments`)
  await inParallel(ids.length, async (n) => {
    const answer = await client.call('GET', `/api/v2/payments/${ids[n]}`)
    if (answer.status !== 200) {
      wrong.push(`a payment with a reserved name was answered with ${answer.status}`)
      return
    }
    const { status, captures } = visiblePaymentOf(answer.body)
    const isWhole = status === 'CLOSED' && sum(captures) === amount
    if (!isWhole) wrong.push(`payment ${ids[n]} is ${status} with ${sum(captures)} of ${amount} captured`)
  })
  return wrong
}

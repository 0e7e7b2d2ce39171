import { succeed } from '../testkit/client.ts'
import { checkoutBody, demoKey, newMerchant } from '../testkit/shop.ts'
import { retry } from '../testkit/timeouts.ts'
import { walkThrough } from './customer.ts'
import { storeHeader } from './fixtures.ts'
import { type Order, record, visiblePaymentOf } from './history.ts'
import { newPayment } from './new-payment.ts'
import type { TestEnvironment } from './test-environment.ts'
import { failureWhileHeld, inTime, type LockedSetup, whileHeld } from './while-held.ts'

interface Setup {
  readonly name: string
  /** Returns the violations. */
  run(setup: LockedSetup): Promise<string[]>
}

/** Background work waits for a lock only for a moment, and retries later. A generous limit, in milliseconds. */
const instantMs = 2_000

/** The kinds of rows, in the order in which they take turns. */
export const lockedSetups: readonly Setup[] = [
  { name: 'a payment', run: (setup) => holdPayment(setup, 'select from payments where id = $id for update') },
  {
    name: 'a payment being changed',
    run: (setup) => holdPayment(setup, "update payments set order_reference = 'held' where id = $id"),
  },
  { name: 'a due payment', run: holdDuePayment },
  { name: 'deliveries', run: holdDeliveries },
  { name: 'a webhook', run: holdWebhook },
  { name: 'a charge', run: holdCharge },
  { name: 'a dispute', run: holdDispute },
]

/**
 * Locks a payment. The merchant's calls are answered "locked", one by one and then many at once. Afterwards the same
 * calls move money once.
 */
async function holdPayment(setup: LockedSetup, sql: string): Promise<string[]> {
  const { client, number } = setup
  const id = await newPayment(client, 340_00, 'main')
  const orders = Array.from(
    { length: 8 },
    (_, n): Order => ({ payment: id, kind: 'capture', reference: `held-${number}-${n}`, minor: 10_00 }),
  )
  const wrong = await whileHeld(setup, sql.replace('$id', `'${id}'`), async () => {
    const [first, ...others] = orders
    for (const part of [[first], others]) {
      const answered = Promise.all(part.map((order) => order && record(client, order)))
      const calls = await inTime(answered, setup.timeoutMs)
      if (calls === undefined) return ['its merchant waited for a row that somebody holds']
      const unlike = calls.find((call) => call?.outcome.is !== 'locked')
      if (unlike !== undefined) return [`a capture of what is locked came to ${JSON.stringify(unlike.outcome)}`]
    }
    return []
  })
  for (const order of orders) {
    await retry('a capture is taken when the row is free', async () => {
      const call = await record(client, order)
      return call?.outcome.is === 'done'
    })
  }
  const { captures } = visiblePaymentOf(succeed(await client.call('GET', `/api/v2/payments/${id}`)).body)
  const moved = captures.length === orders.length ? [] : [`${orders.length} captures became ${captures.length}`]
  return [...wrong, ...moved]
}

/** Locks a payment that expires meanwhile. The payments of other merchants that expire meanwhile are settled. */
async function holdDuePayment(setup: LockedSetup): Promise<string[]> {
  const { environment } = setup
  const [held, other] = [await shortLived(environment), await shortLived(environment)]
  const wrong = await whileHeld(setup, `select from payments where id = '${held}' for update`, async () => {
    if (!(await isStill(environment, held, 'CREATED'))) return []
    const isOver = () => isStill(environment, other, 'EXPIRED')
    const options = { pauseMs: 100, timeoutMs: setup.timeoutMs }
    return failureWhileHeld(retry('the payment of another merchant runs out of time', isOver, options))
  })
  await retry('a payment runs out of time when the row is free', () => isStill(environment, held, 'EXPIRED'))
  return wrong
}

/** Returns an undecided payment of a new merchant, whose store lets payments expire after two seconds. */
async function shortLived({ client, records }: TestEnvironment): Promise<string> {
  const { id, keys } = await newMerchant(client)
  await records.query(`update stores set session_seconds = 2, payment_seconds = 2 where merchant_id = '${id}'`)
  const body = checkoutBody('main', 'AED', '100.00')
  return succeed(await client.as(keys.live.secret).call('POST', '/api/v2/checkout', body)).body.payment.id
}

async function isStill({ records }: TestEnvironment, id: string, status: string): Promise<boolean> {
  const [row] = await records.query(`select status from payments where id = '${id}'`)
  return row?.['status'] === status
}

async function holdDeliveries(setup: LockedSetup): Promise<string[]> {
  const { client, merchant } = setup
  // No server listens there, so deliveries wait.
  await register(setup, 'https://nobody.test/hook')
  await newPayment(client, 340_00, 'main')
  const sql = `select from deliveries where merchant_id = '${merchant.id}' for update`
  return whileHeld(setup, sql, () => othersAreNotified(setup))
}

async function holdWebhook(setup: LockedSetup): Promise<string[]> {
  await register(setup, 'https://nobody.test/hook')
  const sql = `select from webhooks where merchant_id = '${setup.merchant.id}' for update`
  return whileHeld(setup, sql, () => othersAreNotified(setup), instantMs)
}

async function register({ client }: LockedSetup, url: string): Promise<void> {
  const { status, body } = await client.call('POST', '/api/v1/webhooks', { url }, storeHeader)
  const isThere = status === 200 || String(body?.error).includes('already exists')
  if (!isThere) throw new Error(`a webhook was refused: ${JSON.stringify(body)}`)
}

function othersAreNotified({ arrived, timeoutMs }: LockedSetup): Promise<string[]> {
  const target = arrived() + 50
  return failureWhileHeld(retry('50 notifications of others arrive', () => arrived() >= target, { timeoutMs }))
}

/**
 * Locks a charge whose answer was lost, so the service queries the processor. Another merchant's lost charge is found
 * meanwhile.
 */
async function holdCharge(setup: LockedSetup): Promise<string[]> {
  const { merchant, environment } = setup
  const held = await payWithLostAnswer(setup, merchant.keys.test.secret, 'main')
  const sql = `select from charges where payment_id = '${held}' for update`
  const wrong = await whileHeld(
    setup,
    sql,
    async () => {
      const other = await payWithLostAnswer(setup, demoKey(1), 'demo_ae')
      const isFound = () => isStill(environment, other, 'AUTHORIZED')
      const options = { pauseMs: 200, timeoutMs: setup.timeoutMs }
      return failureWhileHeld(retry('the charge of another merchant is found', isFound, options))
    },
    instantMs,
  )
  const isFound = () => isStill(environment, held, 'AUTHORIZED')
  await retry('a charge is found when the row is free', isFound, { pauseMs: 200 })
  return wrong
}

async function payWithLostAnswer({ environment, random }: LockedSetup, key: string, code: string): Promise<string> {
  const body = checkoutBody(code, 'AED', '340.00')
  const session = succeed(await environment.client.as(key).call('POST', '/api/v2/checkout', body)).body
  const webUrl: string = session.configuration.available_products.installments[0].web_url
  await walkThrough(webUrl, random, { card: '4000000000000259' })
  return session.payment.id
}

async function holdDispute(setup: LockedSetup): Promise<string[]> {
  const { client } = setup
  const id = await newPayment(client, 340_00, 'main')
  succeed(await client.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00', reference_id: 'whole' }))
  const opened = succeed(await client.call('POST', '/sandbox/disputes', { payment_id: id, reason: 'product_issue' }))
  const dispute: string = opened.body.dispute.id
  const approve = () => client.call('POST', '/api/v1/disputes/approve', { dispute_ids: [dispute] })
  const wrong = await whileHeld(
    setup,
    `select from disputes where id = '${dispute}' for update`,
    async () => {
      const answer = await inTime(approve(), setup.timeoutMs)
      if (answer === undefined) return ['its merchant waited for a row that somebody holds']
      return answer.status === 409
        ? []
        : [`an approval of what is locked was answered with ${answer.status}: ${answer.text}`]
    },
    instantMs,
  )
  await retry('an approval is taken when the row is free', async () => {
    const { status } = succeed(await client.call('GET', `/api/v1/disputes/${dispute}`)).body.dispute
    // A call that was not refused has waited, and has ended by now.
    return status === 'refunded' || (await approve()).status === 200
  })
  const { refunds } = visiblePaymentOf(succeed(await client.call('GET', `/api/v2/payments/${id}`)).body)
  return refunds.length === 1 ? wrong : [...wrong, `one approval became ${refunds.length} refunds`]
}

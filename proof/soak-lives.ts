import { formatMinor } from '../testkit/amounts.ts'
import type { Answer, Caller, Client } from '../testkit/client.ts'
import { sum } from '../testkit/payment-model.ts'
import type { Random } from '../testkit/random.ts'
import { checkoutBody, newBuyer } from '../testkit/shop.ts'
import { walkThrough } from './customer.ts'
import { storeHeader } from './fixtures.ts'
import { visiblePaymentOf } from './history.ts'
import type { SoakTally } from './soak-calls.ts'
import type { SoakShop } from './soak-shops.ts'

/** The environment of a worker of a soak. */
export interface SoakWorker {
  readonly client: Client
  readonly tally: SoakTally
  readonly random: Random
  readonly shop: SoakShop
}

const amount = 340_00

/** Returns the merchant's program, by default with its live key. */
export function merchantOf({ client, shop }: SoakWorker, mode: 'live' | 'test' = 'live'): Caller {
  return client.as(shop.merchant.keys[mode].secret, storeHeader)
}

/**
 * Plays a payment from its checkout to its refunds by its only client, which knows the expected end. Returns its id.
 */
export async function livePayment(worker: SoakWorker): Promise<string | undefined> {
  const { tally, random } = worker
  const { call } = merchantOf(worker)
  const id = await openSession(tally, call)
  if (id === undefined) return undefined
  const authorized = await tally.call('an authorization', () =>
    call('POST', `/sandbox/payments/${id.payment}/authorize`),
  )
  if (authorized?.status !== 200) return undefined
  if (authorized.body.status !== 'AUTHORIZED') {
    tally.violate(`an authorization was answered with ${authorized.body.status}`)
    return undefined
  }
  const path = `/api/v2/payments/${id.payment}`
  const move = async (kind: string, reference: string, minor: number): Promise<boolean> => {
    const body = { amount: formatMinor(minor), reference_id: reference }
    const answer = await tally.retry(`a ${kind}`, random, () => call('POST', `${path}/${kind}s`, body))
    if (answer !== undefined && answer.status !== 200)
      tally.violate(`a ${kind} was refused: ${answer.text.slice(0, 150)}`)
    return answer?.status === 200
  }
  const captures = Array.from({ length: random.between(1, 4) }, () => random.between(1_00, 60_00))
  for (const [n, minor] of captures.entries()) if (!(await move('capture', `c${n}`, minor))) return undefined
  const closed = await tally.retry('a close', random, () => call('POST', `${path}/close`))
  // A close without an answer may have happened; it is refused when it is repeated.
  if (closed === undefined) return undefined
  const captured = captures.reduce((total, minor) => total + minor, 0)
  const refunds = random.chance(0.5) ? [Math.floor(captured / 3)] : []
  for (const [n, minor] of refunds.entries()) if (!(await move('refund', `r${n}`, minor))) return undefined
  await checkEnd(tally, random, () => call('GET', path), captured, refunds[0] ?? 0)
  return id.payment
}

async function checkEnd(
  tally: SoakTally,
  random: Random,
  read: () => Promise<Answer>,
  captured: number,
  refunded: number,
): Promise<void> {
  const answer = await tally.retry('a read', random, read)
  if (answer === undefined) return
  const end = visiblePaymentOf(answer.body)
  const isRight = end.status === 'CLOSED' && sum(end.captures) === captured && sum(end.refunds) === refunded
  if (!isRight) tally.violate(`${captured} captured and ${refunded} refunded became ${JSON.stringify(end)}`)
  else tally.note('payments lived through')
}

/** Opens a session with its payment. */
async function openSession(
  tally: SoakTally,
  call: Caller['call'],
  payment: object = {},
): Promise<{ session: string; payment: string; webUrl: string } | undefined> {
  const body = checkoutBody('main', 'AED', formatMinor(amount), { buyer: newBuyer(), ...payment })
  const answer = await tally.call('a checkout', () => call('POST', '/api/v2/checkout', body))
  if (answer?.status !== 200) return undefined
  const webUrl: string = answer.body.configuration.available_products.installments[0].web_url
  return { session: answer.body.id, payment: answer.body.payment.id, webUrl }
}

// Most are accepted. The others are queried later, or leave the customer another try.
const cards = [
  ...Array<string>(6).fill('4242424242424242'),
  ...['4000000000000002', '4000000000003220', '4000000000000259', '4000000000000267'],
]

/** A customer pays on the page, with a card that is accepted, declined, challenged, or never answered. */
export async function payOnPage(worker: SoakWorker): Promise<void> {
  const { tally, random } = worker
  const { call } = merchantOf(worker, 'test')
  const opened = await openSession(tally, call)
  if (opened === undefined) return
  const card = random.pick(cards)
  const address = `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`
  const habits = { headers: { 'x-forwarded-for': address }, card }
  const from = performance.now()
  const walk = await walkThrough(opened.webUrl, random, habits).catch(() => undefined)
  const worst = Math.max(...(walk?.statuses ?? [599]))
  if (walk === undefined || worst >= 500) {
    tally.fail(`the payment page was answered with ${worst}: ${walk?.troubles.at(-1)?.slice(0, 100)}`, from)
    return
  }
  const paid = await tally.call('a read', () => call('GET', `/api/v2/payments/${opened.payment}`))
  tally.note(paid?.body?.status === 'AUTHORIZED' ? 'payments on the page' : 'pages left unpaid')
}

/** Reads lists, a session, its QR code and the service's own state. */
export async function readAround(worker: SoakWorker): Promise<void> {
  const { tally, random } = worker
  const { call } = merchantOf(worker)
  const opened = await openSession(tally, call, {
    meta: { order_id: '1', customer: 'x'.repeat(random.between(0, 200)) },
  })
  if (opened === undefined) return
  const paths = [
    `/api/v2/payments?limit=20&offset=${random.between(0, 60)}`,
    '/api/v2/payments?limit=20&status=authorized',
    `/api/v2/checkout/${opened.session}`,
    `/api/v2/checkout/${opened.session}/hpp_link_qr`,
    `/api/v2/payments/${opened.payment}`,
    '/api/v1/disputes',
    '/api/v1/webhooks',
    '/sandbox/notifications',
    '/metrics',
    '/docs',
  ]
  for (let left = 3; left > 0; left -= 1) {
    const path = random.pick(paths)
    const answer = await tally.call(`GET ${path}`, () => call('GET', path))
    if (answer?.status === 200) tally.note('looks')
  }
  // The merchant cancels half of the sessions, the others expire.
  if (random.chance(0.5))
    await tally.call('a cancellation', () => call('POST', `/api/v2/checkout/${opened.session}/cancel`))
}

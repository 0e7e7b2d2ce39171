import { loadErasedPlaces } from '../src/entries/erased-places.ts'
import { eraseCustomer } from '../src/money/customers/erase-customer.ts'
import { operator } from '../src/platform/base/principal.ts'
import { type Caller, succeed } from '../testkit/client.ts'
import { findPlaces, type Marks, markedOrder, marksOf } from '../testkit/marks.ts'
import { workersAtOnce } from '../testkit/parallel.ts'
import type { Random } from '../testkit/random.ts'
import { checkoutBody, newMerchant } from '../testkit/shop.ts'
import type { Context, Verdict } from './context.ts'
import { storeHeader } from './fixtures.ts'
import type { Records } from './records.ts'
import { openTestEnvironment, type TestEnvironment } from './test-environment.ts'

/** How a customer's payments end. `open`: a plan is still being paid, so nothing may be erased yet. */
const ends = ['refused', 'paid', 'refunded', 'disputed', 'open'] as const
type End = (typeof ends)[number]

interface MarkedCustomer {
  readonly marks: Marks
  readonly isTest: boolean
  readonly end: End
  /** The service's worker, or a command beside it. */
  readonly eraser: 'worker' | 'command' | 'nobody'
}

const workers = 4

/**
 * P35: customers with unmistakable values live at random, and are erased meanwhile, by the worker and by commands.
 * Nothing of them is left in any column or file, nothing of the others is missing, and money is as the doctor wants it.
 */
export async function run(context: Context): Promise<Verdict> {
  const environment = await openTestEnvironment(context, 'p35', { env: { PERSONAL_DAYS: '0' } })
  const { records, client } = environment
  try {
    const { keys } = await newMerchant(client)
    // As many in a run that looks for a missing guard: with few of them, no erased one has a message.
    const customers = customersOf(Math.max(20, context.size(20, 200)), context.random('p35 customers'))
    let lived = 0
    await workersAtOnce(workers, async (worker) => {
      const random = context.random(`p35 worker ${worker}`)
      for (const [index, customer] of customers.entries()) {
        if (index % workers !== worker % workers) continue
        await live(client.as(keys[customer.isTest ? 'test' : 'live'].secret, storeHeader), customer, random)
        await erase(records, customer)
        lived += 1
        context.progress(lived, customers.length, 'customers')
      }
    })
    const wait = { timeoutMs: 120_000 }
    await records.waitUntilNone('all refunds arrive', `select from returns where state = 'waiting'`, wait)
    // A refund under way was a claim.
    for (const customer of customers) await erase(records, customer)
    await records.waitUntilNone('all erasures', 'select from erasures where due_at <= now()', wait)
    const violations = [...(await judge(environment, context, customers)), ...(await records.checkIntegrity())]
    const [{ count } = {}] = await records.query('select count(*)::int from erasures where erased_at is not null')
    const erased = customers.filter(isGone)
    return { counts: { customers: customers.length, erased: erased.length, payments: Number(count) }, violations }
  } finally {
    await environment.close()
  }
}

const isGone = ({ eraser, end }: MarkedCustomer): boolean => eraser !== 'nobody' && end !== 'open'

function customersOf(count: number, random: Random): MarkedCustomer[] {
  return Array.from({ length: count }, (_, index) => {
    const number = String(1_000 + index)
    const word = `mark${[...number].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
    const day = new Date(Date.UTC(1950, 0, 1) + index * 86_400_000).toISOString().slice(0, 10)
    const end = random.pick(ends)
    return {
      // Phones that end in 0002 are refused in test mode.
      marks: marksOf(`+97150${number}001`, word, day),
      // Disputes are live only.
      isTest: end !== 'disputed' && random.between(0, 1) === 1,
      end,
      eraser: random.pick(['worker', 'command', 'nobody'] as const),
    }
  })
}

async function live(merchant: Caller, { marks, end }: MarkedCustomer, random: Random): Promise<void> {
  const times = random.between(1, 2)
  for (let time = 0; time < times; time += 1) {
    const body = checkoutBody('main', 'AED', '340.00', markedOrder(marks))
    const { id } = succeed(await merchant.call('POST', '/api/v2/checkout', body)).body.payment
    const call = async (path: string, sent?: object) => succeed(await merchant.call('POST', path, sent)).body
    if (end === 'refused') {
      await call(`/sandbox/payments/${id}/reject`)
      continue
    }
    await call(`/sandbox/payments/${id}/authorize`)
    await call(`/api/v2/payments/${id}/captures`, { amount: '340.00', reference_id: 'whole' })
    if (end === 'open') continue
    await call(`/sandbox/payments/${id}/pay`, { what: 'all' })
    if (end === 'refunded') {
      await call(`/api/v2/payments/${id}/refunds`, { amount: '40.00', reason: `too large, says ${marks.word}` })
    }
    if (end !== 'disputed') continue
    const complaint = { payment_id: id, reason: 'product_issue', comment: `it broke, says ${marks.word}` }
    const { dispute } = await call('/sandbox/disputes', complaint)
    await call(`/sandbox/disputes/${dispute.id}/withdraw`)
  }
}

async function erase({ app }: Records, { eraser, marks, isTest }: MarkedCustomer): Promise<void> {
  if (eraser === 'nobody') return
  const days = { ...app, config: { ...app.config, personalDays: 0 } }
  const request = { by: operator, reason: 'asked for', ...(eraser === 'worker' && { mostMs: -1 }) }
  await eraseCustomer(days, await loadErasedPlaces(days), { phone: marks.phone, isTest }, request)
}

async function judge(
  { records }: TestEnvironment,
  context: Context,
  customers: readonly MarkedCustomer[],
): Promise<string[]> {
  const dataDir = `${context.folder}/p35`
  const search = (texts: readonly string[]): Promise<string[]> => findPlaces(records.query, dataDir, texts)
  const left = await search(customers.filter(isGone).flatMap(({ marks }) => marks.all))
  const kept = customers.filter((customer) => !isGone(customer))
  const present = new Set(
    (await search(kept.map(({ marks }) => marks.word))).filter((place) => /payment_orders/.test(place)),
  )
  const missing = kept.filter(({ marks }) => ![...present].some((place) => place.endsWith(` ${marks.word}`)))
  return [
    ...left.slice(0, 10).map((place) => `an erased customer is left in ${place}`),
    ...missing.map(({ marks }) => `the order of ${marks.word}, whom nobody may erase, lost its data`),
  ]
}

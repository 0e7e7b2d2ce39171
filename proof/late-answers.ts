import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inParallel } from '../testkit/parallel.ts'
import type { Random } from '../testkit/random.ts'
import { checkoutBody } from '../testkit/shop.ts'
import { neverMs, retry } from '../testkit/timeouts.ts'
import type { Context, Verdict } from './context.ts'
import { newCardNumber, walkThrough } from './customer.ts'
import { watchRestarts } from './restarts.ts'
import { cardManners, readBook } from './scripted-cards.ts'
import { openTestEnvironment, type TestEnvironment } from './test-environment.ts'
import { ignoreNoAnswer } from './wait-until-well.ts'

/** The number of slow manners at the end of `cardManners`. The quick form leaves them out. */
const slowManners = 2

/**
 * P20: a card processor answers late, never, or contradicts its answer. A charge that pays for nothing is returned
 * once.
 */
export async function run(context: Context): Promise<Verdict> {
  const sessions = context.breakage === undefined ? context.size(60, 1_500) : 60
  const kills = context.size(2, 30)
  const book = join(context.folder, 'p20-book.jsonl')
  const restarts = await watchRestarts(context)
  const environment = await openTestEnvironment(context, 'p20', { env: { PROOF_CARDS_BOOK: book } })
  let paid = 0
  let killed = 0
  const killNow = async (): Promise<void> => {
    killed += 1
    environment.service.kill('SIGKILL')
    await environment.service.waitForEnd()
    await restarts.restart(environment.service)
  }
  try {
    let killing: Promise<void> | undefined
    await inParallel(sessions, async (n) => {
      const random = context.random(`p20 ${n}`)
      const manner = n % (cardManners.length - (context.isQuick ? slowManners : 0))
      await payOnce(environment, random, manner)
      paid += 1
      context.progress(paid, sessions, 'sessions')
      const isTime = paid >= ((killed + 1) * sessions) / (kills + 1)
      if (killing !== undefined || killed >= kills || !isTime) return
      killing = killNow()
      await killing
      killing = undefined
    })
    const wrong = await waitUntilEven(environment, book, context.breakage === undefined ? neverMs : 30_000)
    const ofBook = countBook(book)
    const counts = { sessions, kills: killed, ...ofBook, ...restarts.counts() }
    if (ofBook['taken'] === 0) wrong.push('no card was charged')
    return { counts, violations: [...wrong, ...restarts.violations, ...(await environment.records.checkIntegrity())] }
  } finally {
    await environment.close()
  }
}

/**
 * A customer pays, perhaps again with another card, while the merchant perhaps cancels. A call that a kill interrupts
 * is not repeated.
 */
async function payOnce({ client }: TestEnvironment, random: Random, manner: number): Promise<void> {
  try {
    const body = checkoutBody('demo_ae', 'AED', '340.00')
    const session = await retry('a checkout is taken', async () => {
      const answer = await client.call('POST', '/api/v2/checkout', body).catch(ignoreNoAnswer)
      return answer?.status === 200 && answer.body
    })
    const webUrl: string = session.configuration.available_products.installments[0].web_url
    const isCancelled = random.chance(0.2)
    const isClosed = random.chance(0.8)
    const walk = walkThrough(webUrl, random, { card: newCardNumber(random, manner) })
    // Awaited below; until then a failure is not reported.
    walk.catch(() => undefined)
    if (isCancelled) {
      await wait(random.between(0, 100))
      await client.call('POST', `/api/v2/checkout/${session.id}/cancel`).catch(ignoreNoAnswer)
    }
    const { payAgain } = await walk
    // A charge that is written off by then allows another card.
    if (random.chance(0.6)) {
      await wait(random.between(1_000, 4_000))
      await payAgain(newCardNumber(random, 0))
    }
    // Everything that was paid is returned to the card.
    if (isClosed) await client.call('POST', `/api/v2/payments/${session.payment.id}/close`).catch(ignoreNoAnswer)
  } catch (error) {
    // A browser's request fails if the service is killed.
    if (!(error instanceof TypeError)) throw error
  }
}

/** Makes all follow-up checks due after the last call. Waits until the books agree, or until no work remains. */
export async function waitUntilEven(
  { records }: { readonly records: Pick<TestEnvironment['records'], 'query'> },
  book: string,
  timeoutMs: number,
): Promise<string[]> {
  let wrong: string[] = []
  const isEven = async (): Promise<boolean> => {
    for (const table of ['charges', 'returns']) {
      await records.query(`update ${table} set resolve_at = now() where resolve_at > now() + interval '1 second'`)
      await records.query(`update ${table} set due_at = created_at where due_at > created_at`)
    }
    // Read before the comparison: work that ends during the comparison would be missing in its result.
    const isAllDone = (await records.query(unfinished)).length === 0
    wrong = [...(await compare(book, records)), ...(await compareReturns(book, records))]
    return wrong.length === 0 || isAllDone
  }
  await retry('the books agree', isEven, { pauseMs: 700, timeoutMs }).catch(() => undefined)
  return wrong
}

const unfinished = `select from charges where coalesce(resolve_at, due_at) is not null
  union all select from returns where coalesce(resolve_at, due_at) is not null limit 1`

/** Compares the processor's book with the stored returns. */
async function compareReturns(book: string, records: Pick<TestEnvironment['records'], 'query'>): Promise<string[]> {
  const accounts = readBook(book)
  const rows = await records.query('select id, state from returns')
  return rows.flatMap(({ id, state }) => {
    const { events } = accounts.get(String(id)) ?? { events: [] }
    const times = (event: string): number => events.filter((one) => one === event).length
    const expected = times('came_back') > 0 ? 'failed' : times('given_back') > 0 ? 'confirmed' : 'waiting'
    return [
      ...(times('given_back') > 1 ? [`return ${id} was sent ${times('given_back')} times`] : []),
      ...(state === expected && expected !== 'waiting'
        ? []
        : [`return ${id} is ${state}, and at the processor ${times('came_back') > 0 ? 'it came back' : expected}`]),
    ]
  })
}

/** Compares the processor's book with the stored charges. */
async function compare(book: string, records: Pick<TestEnvironment['records'], 'query'>): Promise<string[]> {
  const rows = await records.query(
    `select charge.id, charge.session_id, charge.state = 'approved' and payment.status in ('AUTHORIZED', 'CLOSED') as pays
     from charges as charge join payments as payment
       on payment.merchant_id = charge.merchant_id and payment.id = charge.payment_id`,
  )
  const paying = new Set(rows.filter(({ pays }) => pays === true).map(({ id }) => String(id)))
  const known = new Set(rows.map(({ id }) => String(id)))
  const returns = new Set((await records.query('select id from returns')).map(({ id }) => String(id)))
  const accounts = readBook(book)
  const wrong = [...accounts].flatMap(([id, { events }]) => {
    if (returns.has(id)) return []
    const times = (event: string): number => events.filter((one) => one === event).length
    const left = times('given_back') - times('came_back')
    const [isTaken, isGivenBack, isPaying] = [events.includes('taken'), left > 0, paying.has(id)]
    if (!known.has(id)) return [`charge ${id} was asked for and is not written down`]
    if (isTaken && !isGivenBack && !isPaying) return [`charge ${id} was taken, pays for nothing and did not go back`]
    if (isGivenBack && isPaying) return [`charge ${id} pays for a payment and went back`]
    if (isGivenBack && !isTaken) return [`charge ${id} went back and was never taken`]
    if (left > 1) return [`charge ${id} went back twice`]
    return []
  })
  const untaken = [...paying].filter((id) => accounts.get(id)?.events.includes('taken') !== true)
  const [unpaid] = await records.query(
    `select count(*)::int as count from payments where status in ('AUTHORIZED', 'CLOSED')
       and (select count(*) from charges where charges.payment_id = payments.id and state = 'approved') <> 1`,
  )
  return [
    ...wrong,
    ...untaken.map((id) => `charge ${id} pays for a payment and was never taken`),
    ...(unpaid?.['count'] === 0 ? [] : [`${unpaid?.['count']} payments are authorized, and not by one charge`]),
  ]
}

function countBook(book: string): Record<string, number> {
  const accounts = [...readBook(book).values()]
  const count = (event: string): number => accounts.filter(({ events }) => events.some((one) => one === event)).length
  return {
    charges: count('asked'),
    taken: count('taken'),
    'given back': count('given_back'),
    'came back': count('came_back'),
    'failed voids': count('failed'),
    'looked for': count('looked'),
  }
}

import { join } from 'node:path'
import { type Client, openClient } from '../testkit/client.ts'
import { runQist } from '../testkit/command.ts'
import { allAtOnce } from '../testkit/parallel.ts'
import { compareTotals } from '../testkit/settlement-books.ts'
import type { Context, Verdict } from './context.ts'
import { checkMonth, countMonth, type ModeBooks, readMonth } from './month-books.ts'
import type { Tally } from './month-calls.ts'
import { checkLedger, checkReturns } from './month-ledger.ts'
import { MonthLife } from './month-merchant.ts'
import { changeRates, openMerchants } from './month-stores.ts'
import { openTestEnvironment, type TestEnvironment } from './test-environment.ts'

const dayMs = 24 * 3_600_000
const connections = 24
/** The number of calls of one merchant that are under way at once. */
const atOnce = 6

export interface MonthSize {
  readonly payments: number
  readonly merchants: number
  readonly stores: number
  readonly days: number
  /** Every `nights`-th night the merchants work while their clocks run over midnight. */
  readonly nights: number
}

const quick: MonthSize = { payments: 300, merchants: 2, stores: 6, days: 8, nights: 4 }
/**
 * The size if a guard is removed. With any seed some stores have fees that are returned, and some payments are refunded
 * twice.
 */
export const missing: MonthSize = { payments: 600, merchants: 4, stores: 16, days: 8, nights: 4 }
const full: MonthSize = { payments: 100_000, merchants: 12, stores: 50, days: 31, nights: 2 }

/**
 * P25: settlements follow from the payments of a month, and payouts and carried balances from the settlements. The
 * ledger has the same amounts.
 */
export async function run(context: Context): Promise<Verdict> {
  const size = context.breakage !== undefined ? missing : context.isQuick ? quick : full
  const environment = await openTestEnvironment(context, 'p25', { connections })
  const ksa = openClient(environment.service.urls.ksa, '', connections)
  const violations: string[] = []
  const tally: Tally = new Map()
  try {
    const lives = await openLives(context, environment, { size, ksa, violations, tally })
    violations.push(...(await liveAll(context, environment, lives, size)))
    const books = await readAndCheck(environment, lives, violations)
    violations.push(...compareTotals(books.map(({ closed }) => closed)), ...(await askDoctor(context, environment)))
    const [failed] = await environment.records.query(
      `select count(*)::int as count from returns where state = 'failed'`,
    )
    const counts = {
      payments: lives.reduce((sum, life) => sum + life.payments.length, 0),
      stores: size.stores,
      ...countMonth(books),
      'declined later charges': tally.get('card was declined') ?? 0,
      'failed returns': Number(failed?.['count']),
    }
    return { counts, violations }
  } finally {
    await ksa.close()
    await environment.close()
  }
}

interface MonthSetup {
  readonly size: MonthSize
  readonly ksa: Client
  readonly violations: string[]
  readonly tally: Tally
}

async function openLives(
  context: Context,
  environment: TestEnvironment,
  { size, ksa, violations, tally }: MonthSetup,
): Promise<MonthLife[]> {
  const { records, client: uae } = environment
  const merchants = await openMerchants(records, { uae, ksa }, size, context.random('p25 stores'))
  let begun = 0
  const onPayment = (): void => {
    begun += 1
    context.progress(begun, size.payments, 'payments')
  }
  const onWrong = (what: string): void => void violations.push(what)
  // Shorter than the wait for a lock, after which the service decides again.
  const hold = `begin; lock table payment_timeline in share mode; select pg_sleep(0.15); commit`
  const holdUp = async (): Promise<void> => void (await records.query(hold))
  return merchants.map((merchant, index) => {
    const random = context.random(`p25 merchant ${index + 1}`)
    const life = new MonthLife(merchant, random, {
      days: size.days,
      atOnce,
      callbacks: { onPayment, onWrong, tally, holdUp },
    })
    life.plan(Math.ceil((size.payments - index) / merchants.length))
    return life
  })
}

/** Plays the month of every merchant at once, then waits for all payouts, and then plays one day that stays open. */
async function liveAll(
  context: Context,
  environment: TestEnvironment,
  lives: readonly MonthLife[],
  { days, nights }: MonthSize,
): Promise<string[]> {
  const wrong: string[] = []
  const live = async (life: MonthLife, index: number, over: AbortSignal): Promise<void> => {
    const random = context.random(`p25 rates ${index + 1}`)
    const from = Math.ceil((await life.now()) / dayMs) * dayMs
    const change = async (today: number): Promise<void> => {
      for (const store of life.merchant.stores.filter(({ changes }) => changes.has(today))) {
        await changeRates(environment.records, life.merchant, store, random, () => life.now())
      }
      wrong.push(...(await checkReturns(environment.records)))
    }
    await life.live(from, (today) => (today + index) % nights === 0, change, over)
    // After the hour of the last day's payout.
    await life.moveTo(from + (days + 1.5) * dayMs)
    await life.keepClosed()
    await life.buyToday()
  }
  await allAtOnce(lives.map((life, index) => (over: AbortSignal) => live(life, index, over)))
  return [...wrong, ...(await checkReturns(environment.records))]
}

async function readAndCheck(
  { records }: TestEnvironment,
  lives: readonly MonthLife[],
  violations: string[],
): Promise<ModeBooks[]> {
  // Pending returns end before the processor's books are compared.
  await records.query(
    `update returns set resolve_at = statement_timestamp()
     where state = 'waiting' and resolve_at > statement_timestamp() + interval '5 seconds'`,
  )
  await records.waitUntilNone('every return is decided', `select 1 from returns where state = 'waiting' limit 1`)
  const all: ModeBooks[] = []
  for (const life of lives) {
    const books = await readMonth(life)
    violations.push(...(await checkMonth(life, books)), ...(await checkLedger(records, life, books)))
    all.push(...books)
  }
  return all
}

async function askDoctor({ folder }: Context, { databaseUrl }: TestEnvironment): Promise<string[]> {
  const { code, stdout, stderr } = await runQist(databaseUrl, join(folder, 'p25'), 'doctor')
  return code === 0 ? [] : [`the doctor: ${stdout.slice(0, 1_000)} ${stderr.slice(0, 500)}`]
}

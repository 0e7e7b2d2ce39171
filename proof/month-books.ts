import { type Caller, succeed } from '../testkit/client.ts'
import {
  type AnsweredSettlement,
  compareBooks,
  compareTotals,
  fixedPartOf,
  type MerchantBooks,
  readAll,
  readBooks,
  readSettlement,
  settledDates,
} from '../testkit/settlement-books.ts'
import { linesOf, type ModelLine, parseMinor, settle, type WireMovement } from '../testkit/settlement-model.ts'
import { type MonthLife, modes } from './month-merchant.ts'
import type { Mode } from './month-stores.ts'

/** A movement around midnight may be in the next day, if it was committed after its own day was closed. */
const lateMs = 60_000

/** The books of one merchant in one mode, and the lines of its payments. */
export interface ModeBooks {
  readonly mode: Mode
  readonly lines: readonly ModelLine[]
  /** Closed days and payouts. */
  readonly closed: MerchantBooks
  /** The open days with movements. */
  readonly open: readonly AnsweredSettlement[]
}

/** Reads a merchant's payments, settlements and payouts of both modes, after the last movement. */
export async function readMonth(life: MonthLife): Promise<ModeBooks[]> {
  const read: ModeBooks[] = []
  for (const mode of modes) {
    const caller = life.merchant.callers[mode]
    const lines = await readLines(caller, life, mode)
    const now = await life.now()
    const open: AnsweredSettlement[] = []
    for (const { store, date, status } of settle(lines, now).days) {
      if (status === 'open') open.push(await readSettlement(caller, date, store.code))
    }
    read.push({ mode, lines, closed: await readBooks(caller), open })
  }
  return read
}

interface PaymentRow {
  readonly id: string
  readonly captures: readonly WireMovement[]
  readonly refunds: readonly WireMovement[]
}

async function readLines(caller: Caller, { payments }: MonthLife, mode: Mode): Promise<ModelLine[]> {
  const rows = await readAll<PaymentRow>(caller, '/api/v2/payments', 'payments')
  const known = new Map(payments.filter(({ plan }) => plan.mode === mode).map((payment) => [payment.id, payment]))
  const lines = rows.flatMap(({ id, captures, refunds }) => {
    const payment = known.get(id)
    if (payment === undefined) throw new Error(`nobody made payment ${id}`)
    known.delete(id)
    return linesOf({ id, store: payment.plan.store, captures, refunds, references: payment.references })
  })
  // Payments that no customer decided on are in no list.
  const gone = [...known.values()].filter(({ plan }) =>
    plan.steps.some((step) => 'ending' in step && step.ending === 'authorize'),
  )
  if (gone.length > 0) throw new Error(`payments are gone: ${gone.slice(0, 5).map(({ id }) => id)}`)
  return lines
}

/** Compares a merchant's books with its payments. Returns the differences, and the closed days that have changed. */
export async function checkMonth(life: MonthLife, read: readonly ModeBooks[]): Promise<string[]> {
  const wrong: string[] = []
  const now = await life.now()
  const known = new Set<string>()
  for (const { mode, lines, closed, open } of read) {
    const observed = { settlements: [...closed.settlements, ...open], payouts: closed.payouts }
    wrong.push(...compareBooks(lines, observed, now, lateMs).map((what) => `${mode}: ${what}`))
    for (const settlement of closed.settlements) {
      known.add(settlement.id)
      const first = life.kept.get(settlement.id)
      const name = `the closed day ${settlement.merchant_code} ${settlement.date}`
      if (first === undefined || first === '') wrong.push(`${mode}: ${name} was not seen before`)
      else if (first !== fixedPartOf(settlement)) wrong.push(`${mode}: ${name} has changed: ${first.slice(0, 400)}`)
    }
  }
  for (const id of life.kept.keys()) if (!known.has(id)) wrong.push(`the closed day ${id} is gone`)
  return [...wrong, ...compareTotals(read.map(({ closed }) => closed))].map(
    (what) => `merchant ${life.merchant.id}: ${what}`,
  )
}

/** Returns the counts for the report. */
export function countMonth(read: readonly ModeBooks[]): Record<string, number> {
  const lines = read.flatMap((books) => books.lines)
  const settlements = read.flatMap(({ closed }) => closed.settlements)
  const of = (type: ModelLine['type']): number => lines.filter((line) => line.type === type).length
  return {
    captures: of('capture'),
    refunds: of('refund'),
    'refunds of disputes': of('dispute_refund'),
    settlements: settlements.length,
    'below zero': settlements.filter(({ net }) => net.startsWith('-')).length,
    payouts: read.flatMap(({ closed }) => closed.payouts).length,
    'carried at the end': settlements.filter(({ payout_id }) => payout_id === null).length,
    'committed after their day': read.reduce(
      (sum, { lines: all, closed }) => sum + settledDates(all, closed, lateMs).late,
      0,
    ),
  }
}

/** Returns the remaining money at the processor by its report of both modes, in minor units. */
export async function readReported(life: MonthLife): Promise<bigint> {
  let left = 0n
  for (const mode of modes) {
    const path = '/sandbox/processor/report?from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z'
    const { text } = succeed(await life.merchant.callers[mode].call('GET', path))
    const [, ...rows] = text.trim().split('\r\n')
    for (const row of rows) {
      const [, type, amount = '', currency] = row.split(',')
      const store = life.merchant.stores.find((one) => one.currency === currency)
      if (store === undefined) throw new Error(`the report has a row of ${currency}`)
      const minor = parseMinor(amount, store.currency)
      left += type === 'charge' ? minor : -minor
    }
  }
  return left
}

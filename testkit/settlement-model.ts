import { type Cost, costsOf, type Rates } from './fee-model.ts'

// A model of settlements, independent of the service: fees, the days of stores and payouts, computed from the payments
// that the API answers. It has its own arithmetic, rounding and calendar. Amounts in minor units.

export type Currency = 'AED' | 'KWD' | 'SAR'

const hourMs = 3_600_000
const hoursAhead: Readonly<Record<Currency, number>> = { AED: 4, KWD: 3, SAR: 3 }
const decimals: Readonly<Record<Currency, number>> = { AED: 2, KWD: 3, SAR: 2 }

export interface ModelStore {
  readonly code: string
  readonly currency: Currency
  /** Oldest first; the initial rates apply from `-Infinity`. */
  readonly rates: readonly (Rates & { readonly from: number })[]
}

/** A capture or refund as the API shows it in its payment. */
export interface WireMovement {
  readonly id: string
  readonly reference_id: string
  readonly amount: string
  readonly created_at: string
}

export interface ModelPayment {
  readonly id: string
  readonly store: ModelStore
  readonly captures: readonly WireMovement[]
  readonly refunds: readonly WireMovement[]
  /** The order's references with the time from which each applied, oldest first. */
  readonly references: readonly { readonly from: number; readonly reference: string }[]
}

export interface ModelLine {
  readonly store: ModelStore
  readonly id: string
  readonly type: 'capture' | 'refund' | 'dispute_refund'
  readonly paymentId: string
  readonly orderReference: string
  readonly reference: string
  readonly at: number
  readonly amount: bigint
  readonly fee: bigint
  readonly vat: bigint
}

export interface ModelDay {
  readonly store: ModelStore
  readonly date: string
  readonly lines: readonly ModelLine[]
  readonly captures: bigint
  readonly refunds: bigint
  readonly disputeRefunds: bigint
  readonly fees: bigint
  readonly vat: bigint
  readonly net: bigint
  readonly status: 'open' | 'closed' | 'paid'
  /** The debt from earlier days that are paid with this one, or that are not paid yet. */
  readonly opening: bigint
  readonly paidOut: bigint
}

export interface ModelPayout {
  readonly store: ModelStore
  readonly amount: bigint
  /** Oldest first. */
  readonly dates: readonly string[]
  readonly paidAt: number
}

export interface Settled {
  readonly days: readonly ModelDay[]
  readonly payouts: readonly ModelPayout[]
}

/** Returns the minor units of an amount on the wire. Throws unless it has the decimals of its currency. */
export function parseMinor(amount: string, currency: Currency): bigint {
  const pattern = decimals[currency] === 3 ? /^-?\d+\.\d{3}$/ : /^-?\d+\.\d{2}$/
  if (!pattern.test(amount)) throw new Error(`${amount} is no amount of ${currency}`)
  return BigInt(amount.replace('.', ''))
}

export function formatMinorOf(minor: bigint, currency: Currency): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals[currency] + 1, '0')
  const whole = digits.slice(0, -decimals[currency])
  return `${minor < 0n ? '-' : ''}${whole}.${digits.slice(-decimals[currency])}`
}

/** Returns the local day of the store. */
export function dateAt(at: number, currency: Currency): string {
  return new Date(at + hoursAhead[currency] * hourMs).toISOString().slice(0, 10)
}

/** Returns the midnight that ends a local day of the store. */
export function endOf(date: string, currency: Currency): number {
  return Date.parse(date) + (24 - hoursAhead[currency]) * hourMs
}

export function dayAfter(date: string): string {
  return new Date(Date.parse(date) + 24 * hourMs).toISOString().slice(0, 10)
}

/** Returns the fees and VAT of a payment's captures and refunds, one line for each. */
export function linesOf({ id, store, captures, refunds, references }: ModelPayment): ModelLine[] {
  const moves = [
    ...captures.map((moved) => ({ moved, type: 'capture' as const })),
    ...refunds.map((moved) => ({ moved, type: 'refund' as const })),
  ].map(({ moved, type }) => {
    const at = Date.parse(moved.created_at)
    return { moved, type, at, amount: parseMinor(moved.amount, store.currency), rates: ratesAt(store, at) }
  })
  const costs = costsOf(moves)
  return moves.map(({ moved, type, at, amount }, index) => {
    const cost: Cost = costs[index] ?? { fee: 0n, vat: 0n }
    const orderReference = references.findLast(({ from }) => from <= at)?.reference ?? ''
    return {
      ...{ store, id: moved.id, paymentId: id, orderReference, reference: moved.reference_id, at },
      ...{ type: type === 'capture' ? type : typeOf(moved), amount: type === 'capture' ? amount : -amount },
      ...cost,
    }
  })
}

function typeOf({ reference_id }: WireMovement): 'refund' | 'dispute_refund' {
  return /^dispute-[0-9a-f-]{36}$/.test(reference_id) ? 'dispute_refund' : 'refund'
}

function ratesAt({ rates }: ModelStore, at: number): Rates {
  const held = rates.findLast(({ from }) => from <= at)
  if (held === undefined) throw new Error('a store without rates')
  return held
}

/** Returns the amount that the merchant is owed for a line. */
export function netOf({ amount, fee, vat }: Pick<ModelLine, 'amount' | 'fee' | 'vat'>): bigint {
  return amount - fee - vat
}

/**
 * Returns the days and payouts of one merchant's lines in one mode at this moment. `dateOf`: the day in which each line
 * is settled.
 */
export function settle(lines: readonly ModelLine[], now: number, dateOf = ownDateOf): Settled {
  const days: ModelDay[] = []
  const payouts: ModelPayout[] = []
  for (const ofStore of Map.groupBy(lines, ({ store }) => store.code).values()) {
    const byDate = [...Map.groupBy(ofStore, dateOf)].toSorted(([one], [other]) => (one < other ? -1 : 1))
    const store = ofStore[0]?.store
    if (store === undefined) continue
    const settled = settleStore(store, byDate, now)
    days.push(...settled.days)
    payouts.push(...settled.payouts)
  }
  return { days, payouts }
}

export function ownDateOf({ at, store }: ModelLine): string {
  return dateAt(at, store.currency)
}

function settleStore(store: ModelStore, byDate: readonly [string, readonly ModelLine[]][], now: number): Settled {
  const days: ModelDay[] = []
  const payouts: ModelPayout[] = []
  let owed = 0n
  let waiting: ModelDay[] = []
  for (const [date, lines] of byDate) {
    const midnight = endOf(date, store.currency)
    const sums = sumsOf(lines)
    const status = now < midnight ? 'open' : 'closed'
    waiting.push({ store, date, lines, ...sums, status, opening: owed, paidOut: 0n })
    owed += sums.net
    const paidAt = midnight + 10 * hourMs
    if (now < paidAt || owed <= 0n) continue
    payouts.push({ store, amount: owed, dates: waiting.map((day) => day.date), paidAt })
    const last = waiting.length - 1
    days.push(
      ...waiting.map((day, index): ModelDay => {
        return { ...day, status: 'paid', paidOut: index === last ? owed : 0n }
      }),
    )
    owed = 0n
    waiting = []
  }
  return { days: [...days, ...waiting], payouts }
}

function sumsOf(lines: readonly ModelLine[]) {
  const total = (of: (line: ModelLine) => bigint): bigint => lines.reduce((sum, line) => sum + of(line), 0n)
  const ofType = (type: ModelLine['type']) => total((line) => (line.type === type ? line.amount : 0n))
  return {
    captures: ofType('capture'),
    refunds: -ofType('refund'),
    disputeRefunds: -ofType('dispute_refund'),
    fees: total(({ fee }) => fee),
    vat: total(({ vat }) => vat),
    net: total(netOf),
  }
}

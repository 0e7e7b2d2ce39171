import { type Caller, succeed } from './client.ts'
import {
  type Currency,
  dayAfter,
  endOf,
  formatMinorOf,
  type ModelDay,
  type ModelLine,
  netOf,
  ownDateOf,
  parseMinor,
  type Settled,
  settle,
} from './settlement-model.ts'

// Reads one key's settlements and payouts from the API, and compares them with the model.

type Texts = Readonly<Record<string, unknown>>

/** A settlement with its lines, as the API answers it. */
export type AnsweredSettlement = Texts & {
  readonly id: string
  readonly merchant_code: string
  readonly currency: Currency
  readonly date: string
  readonly status: string
  readonly net: string
  readonly payout_id: string | null
  readonly lines: readonly (Texts & { readonly id: string })[]
}

export type AnsweredPayout = Texts & {
  readonly id: string
  readonly merchant_code: string
  readonly currency: Currency
  readonly amount: string
  readonly paid_at: string
  readonly reference: string
  readonly settlement_ids: readonly string[]
}

export interface MerchantBooks {
  readonly settlements: readonly AnsweredSettlement[]
  readonly payouts: readonly AnsweredPayout[]
}

/** Returns all rows of a list, page by page. Throws if the list's count differs. */
export async function readAll<T>(caller: Caller, path: string, member: string): Promise<T[]> {
  const rows: T[] = []
  for (;;) {
    const { body } = succeed(await caller.call('GET', `${path}?limit=20&offset=${rows.length}`))
    rows.push(...body[member])
    if (body[member].length > 0 && rows.length < body.pagination.total_count) continue
    if (rows.length === body.pagination.total_count) return rows
    throw new Error(`${path} answers ${rows.length} of ${body.pagination.total_count}`)
  }
}

/** Returns a settlement with its lines: by id, or by day and store. */
export async function readSettlement(caller: Caller, key: string, merchantCode?: string): Promise<AnsweredSettlement> {
  const headers = merchantCode === undefined ? {} : { 'x-merchant-code': merchantCode }
  return succeed(await caller.call('GET', `/api/v1/settlements/${key}`, undefined, headers)).body
}

/**
 * Returns every closed day and every payout of the key's merchant and mode. Throws if list and single answer differ.
 */
export async function readBooks(caller: Caller): Promise<MerchantBooks> {
  const listed = await readAll<AnsweredSettlement>(caller, '/api/v1/settlements', 'settlements')
  const settlements: AnsweredSettlement[] = []
  for (const row of listed) {
    const whole = await readSettlement(caller, row.id)
    const { lines: _, ...head } = whole
    const differing = differences(row, head)
    if (differing.length > 0) throw new Error(`settlement ${row.id} is listed otherwise: ${differing.join(', ')}`)
    settlements.push(whole)
  }
  return { settlements, payouts: await readAll<AnsweredPayout>(caller, '/api/v1/payouts', 'payouts') }
}

/** Returns the part of a closed day that never changes: all members but those of its payout. */
export function fixedPartOf({
  status: _,
  payout_id: _id,
  paid_out: _out,
  closing: _closing,
  ...fixed
}: AnsweredSettlement): string {
  return JSON.stringify(fixed)
}

/**
 * Returns the day in which each line is settled. That is its own day, or the next open one if the line was committed
 * after its day was closed. Only movements shortly before midnight may be late; others are reported.
 */
export function settledDates(
  lines: readonly ModelLine[],
  { settlements }: Pick<MerchantBooks, 'settlements'>,
  lateMs: number,
): { readonly dateOf: (line: ModelLine) => string; readonly late: number; readonly wrong: readonly string[] } {
  const settledOn = new Map(settlements.flatMap(({ date, lines: shown }) => shown.map(({ id }) => [id, date] as const)))
  const closed = new Set(settlements.map(({ merchant_code, date }) => `${merchant_code} ${date}`))
  const late = new Map<ModelLine, string>()
  const wrong: string[] = []
  for (const line of lines) {
    const own = ownDateOf(line)
    const settledDate = settledOn.get(line.id) ?? own
    if (settledDate === own) continue
    const { code, currency } = line.store
    let next = own
    while (closed.has(`${code} ${next}`) && next < settledDate) next = dayAfter(next)
    const isLate = line.at >= endOf(own, currency) - lateMs && next === settledDate
    if (isLate) late.set(line, settledDate)
    else
      wrong.push(`${line.type} ${line.id} of ${new Date(line.at).toISOString()} is in the settlement of ${settledDate}`)
  }
  return { dateOf: (line) => late.get(line) ?? ownDateOf(line), late: late.size, wrong }
}

/** Compares the books with the model of these lines, to the minor unit. Returns the differences. */
export function compareBooks(lines: readonly ModelLine[], shown: MerchantBooks, now: number, lateMs = 0): string[] {
  const { dateOf, wrong } = settledDates(lines, shown, lateMs)
  const expected = settle(lines, now, dateOf)
  return [...wrong, ...compareDays(expected, shown), ...comparePayouts(expected, shown)]
}

function compareDays({ days }: Settled, { settlements, payouts }: MerchantBooks): string[] {
  const wrong: string[] = []
  const left = new Map(settlements.map((shown) => [`${shown.merchant_code} ${shown.date}`, shown]))
  if (left.size < settlements.length) wrong.push('a day of a store has several settlements')
  const payoutOf = new Map(payouts.flatMap(({ id, settlement_ids }) => settlement_ids.map((of) => [of, id] as const)))
  for (const day of days) {
    const name = `${day.store.code} ${day.date}`
    const shown = left.get(name)
    left.delete(name)
    if (shown === undefined) {
      if (day.status !== 'open') wrong.push(`the settlement of ${name} is missing`)
      continue
    }
    const payoutId = payoutOf.get(shown.id) ?? null
    const differing = [...differences({ ...headOf(day), payout_id: payoutId }, shown), ...compareLines(day, shown)]
    wrong.push(...differing.map((what) => `the settlement of ${name}: ${what}`))
  }
  return [...wrong, ...[...left.keys()].map((name) => `nothing moved for the settlement of ${name}`)]
}

/** Returns the part of a settlement's answer that follows from its movements. */
export function headOf(day: ModelDay): Texts {
  const { store, opening, net, paidOut } = day
  const text = (minor: bigint): string => formatMinorOf(minor, store.currency)
  return {
    ...{ merchant_code: store.code, currency: store.currency, date: day.date, status: day.status },
    ...{ captures: text(day.captures), refunds: text(day.refunds), dispute_refunds: text(day.disputeRefunds) },
    ...{ fees: text(day.fees), vat: text(day.vat), net: text(net) },
    ...{ opening: text(opening), paid_out: text(paidOut), closing: text(opening + net - paidOut) },
  }
}

/** Compares the lines of a day with those of the answer. Returns the differences. */
export function compareLines({ store, lines }: ModelDay, answered: AnsweredSettlement): string[] {
  const wrong: string[] = []
  const left = new Map(answered.lines.map((line) => [line.id, line]))
  if (left.size < answered.lines.length) wrong.push('a line is there twice')
  const text = (minor: bigint): string => formatMinorOf(minor, store.currency)
  for (const line of lines) {
    const shown = left.get(line.id)
    left.delete(line.id)
    const expected = {
      ...{ type: line.type, payment_id: line.paymentId },
      ...{ order_reference_id: line.orderReference, reference_id: line.reference },
      created_at: new Date(line.at).toISOString().replace('.000Z', 'Z'),
      ...{ amount: text(line.amount), fee: text(line.fee), vat: text(line.vat), net: text(netOf(line)) },
    }
    const differing = shown === undefined ? ['missing'] : differences(expected, shown)
    wrong.push(...differing.map((what) => `line ${line.id}, a ${line.type} of ${text(line.amount)}: ${what}`))
  }
  return [...wrong, ...[...left.keys()].map((id) => `line ${id} is of nothing that moved`)]
}

/** A busy worker pays a little later than at ten. */
const payingMs = 10 * 60_000

function comparePayouts({ payouts: expected }: Settled, { settlements, payouts }: MerchantBooks): string[] {
  const wrong: string[] = []
  const dates = new Map(settlements.map(({ id, date }) => [id, date]))
  const left = new Map(
    payouts.map((payout) => {
      const paid = payout.settlement_ids.map((id) => dates.get(id) ?? id)
      return [`${payout.merchant_code} ${paid.toSorted().join()}`, payout]
    }),
  )
  if (left.size < payouts.length) wrong.push('the same days are paid twice')
  if (new Set(payouts.map(({ reference }) => reference)).size < payouts.length)
    wrong.push('two payouts have one reference')
  for (const { store, amount, dates: paid, paidAt } of expected) {
    const name = `${store.code} ${paid.join()}`
    const shown = left.get(name)
    left.delete(name)
    if (shown === undefined) {
      wrong.push(`the payout of ${name} is missing`)
      continue
    }
    const expectedPayout = { currency: store.currency, amount: formatMinorOf(amount, store.currency), status: 'paid' }
    wrong.push(...differences(expectedPayout, shown).map((what) => `the payout of ${name}: ${what}`))
    const lateMs = Date.parse(shown.paid_at) - paidAt
    if (lateMs < 0 || lateMs > payingMs) wrong.push(`the payout of ${name}: paid at ${shown.paid_at}`)
  }
  return [...wrong, ...[...left.keys()].map((name) => `nobody is owed the payout of ${name}`)]
}

function differences(expected: Texts, shown: Texts): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    return shown[name] === value ? [] : [`${name} is ${shown[name]} and not ${value}`]
  })
}

/**
 * Compares, by currency, the sum of all settlements with the sum of all payouts and of the closed days that are not
 * paid.
 */
export function compareTotals(books: readonly MerchantBooks[]): string[] {
  const wrong: string[] = []
  for (const currency of ['AED', 'KWD', 'SAR'] as const) {
    const sum = (texts: readonly string[]): bigint => texts.reduce((all, text) => all + parseMinor(text, currency), 0n)
    const days = books.flatMap(({ settlements }) => settlements).filter((day) => day.currency === currency)
    const paid = books.flatMap(({ payouts }) => payouts).filter((payout) => payout.currency === currency)
    const settled = sum(days.map(({ net }) => net))
    const carried = sum(days.filter(({ payout_id }) => payout_id === null).map(({ net }) => net))
    const paidOut = sum(paid.map(({ amount }) => amount))
    if (settled !== paidOut + carried)
      wrong.push(`${currency}: settled ${settled}, paid ${paidOut}, carried ${carried}`)
  }
  return wrong
}

import { type Caller, succeed } from './client.ts'
import type { Rates } from './fee-model.ts'
import { type AnsweredSettlement, compareBooks, readBooks, readSettlement } from './settlement-books.ts'
import { type Currency, formatMinorOf, linesOf, settle } from './settlement-model.ts'

/** A movement around midnight may be posted in the next day. */
const lateMs = 60_000

/** Returns the rates as `POST /sandbox/merchants` takes them. */
export function feeBodyOf({ percent, fixed, vatPercent, refund }: Rates, currency: Currency): Record<string, string> {
  const text = (hundredths: number): string => (hundredths / 100).toFixed(2)
  return { percent: text(percent), fixed: formatMinorOf(fixed, currency), vat_percent: text(vatPercent), refund }
}

/** Compares fees, VAT, settlements and payouts of a merchant's only payment with the model. Returns the differences. */
export async function compareFees(
  caller: Caller,
  { id, currency, rates }: { readonly id: string; readonly currency: Currency; readonly rates: Rates },
  now: number,
): Promise<string[]> {
  const { captures, refunds } = succeed(await caller.call('GET', `/api/v2/payments/${id}`)).body
  const store = { code: 'main', currency, rates: [{ ...rates, from: Number.NEGATIVE_INFINITY }] }
  const lines = linesOf({ id, store, captures, refunds, references: [{ from: 0, reference: '1001' }] })
  const open: AnsweredSettlement[] = []
  for (const { date, status } of settle(lines, now).days) {
    if (status === 'open') open.push(await readSettlement(caller, date))
  }
  const { settlements, payouts } = await readBooks(caller)
  return compareBooks(lines, { settlements: [...settlements, ...open], payouts }, now, lateMs)
}

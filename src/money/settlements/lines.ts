import type { App } from '../../platform/app/app.ts'
import { type MerchantId, nilId, type PaymentId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { LocalDate } from '../plans/local-time.ts'
import type { Payout } from './payout.ts'
import type { Settlement, SettlementLine } from './settlement.ts'
import { lineFrom, listSettled as list, listLines, type SettledRow } from './store/lines.ts'

const pageSize = 1_000
const first = nilId

/** Yields all lines of a settlement in pages, oldest first. */
export async function* readLines(
  app: App,
  { merchantId, id: settlementId }: Pick<Settlement, 'merchantId' | 'id'>,
): AsyncGenerator<readonly SettlementLine[]> {
  for (let after = first; ; ) {
    const rows = await app.db.run(listLines, { merchantId, settlementId, after, limit: pageSize })
    yield rows.map(lineFrom)
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return
    after = last.id
  }
}

/** A capture or refund of a payment, with the day of its settlement. */
export interface SettledLine extends SettlementLine {
  /** The version of the payment with this capture or refund. */
  readonly version: number
  readonly day: SettledDay
}

/** A settlement's day, without its sums. */
export interface SettledDay {
  readonly id: string
  readonly date: LocalDate
  /** `carried`: closed, but not above zero; a later payout contains it. */
  readonly status: 'open' | 'closed' | 'carried' | 'paid'
  /** The net amount of the whole day; null while it is open. */
  readonly netMinor: bigint | null
  readonly closedAt: Instant | null
  /** When the open day will be closed, or the closed day paid; null if unknown or done. */
  readonly dueAt: Instant | null
  readonly payout: SettledPayout | null
}

export type SettledPayout = Pick<Payout, 'id' | 'amountMinor' | 'reference' | 'state' | 'createdAt' | 'paidAt'>

const maxLines = 1_000

/**
 * Returns the newest 1,000 booked captures and refunds of a payment with day and payout, oldest first, and the
 * number of all. A capture or refund is booked within seconds; until then it is missing.
 */
export async function listSettled(
  app: App,
  merchantId: MerchantId,
  paymentId: PaymentId,
): Promise<{ readonly lines: readonly SettledLine[]; readonly total: number }> {
  const rows = await app.db.run(list, { merchantId, paymentId, limit: maxLines })
  const days = new Map<string, SettledDay>()
  const lines = rows.map((row): SettledLine => {
    const day = days.get(row.settlement_id) ?? dayFrom(row)
    days.set(day.id, day)
    return {
      id: row.id,
      type: row.type as SettlementLine['type'],
      paymentId,
      version: row.version,
      orderReference: row.order_reference,
      referenceId: row.reference_id,
      createdAt: row.created_at,
      amountMinor: row.amount_minor,
      feeMinor: row.fee_minor,
      vatMinor: row.vat_minor,
      day,
    }
  })
  return { lines, total: rows[0]?.total ?? 0 }
}

function dayFrom(row: SettledRow): SettledDay {
  const payout = payoutFrom(row)
  const pending = row.pending_state as 'open' | 'closed' | 'carried' | null
  return {
    id: row.settlement_id,
    date: row.date,
    status: payout?.state === 'paid' ? 'paid' : (pending ?? 'closed'),
    netMinor: row.net_minor,
    closedAt: row.closed_at,
    dueAt: row.due_at,
    payout,
  }
}

function payoutFrom(row: SettledRow): SettledPayout | null {
  const { payout_id: id, payout_minor: amountMinor, payout_reference: reference, payout_at: createdAt } = row
  if (id === null || amountMinor === null || reference === null || createdAt === null) return null
  return { id, amountMinor, reference, state: row.payout_state as Payout['state'], createdAt, paidAt: row.paid_at }
}

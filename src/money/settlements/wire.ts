import { stringify } from 'csv-stringify/sync'
import { formatAmount } from '../../platform/base/money.ts'
import { formatSeconds } from '../../platform/base/times.ts'
import type { LineAnswer, PayoutAnswer, SettlementSummary } from './answers.ts'
import type { Payout } from './payout.ts'
import { netOf, type Settlement, type SettlementLine } from './settlement.ts'
import type { SettlementWithLines } from './settlements.ts'

export function settlementWire(settlement: Settlement): SettlementSummary {
  const { currency, openingMinor, netMinor, paidOutMinor } = settlement
  const amount = (minor: bigint): string => formatAmount(minor, currency)
  return {
    id: settlement.id,
    merchant_code: settlement.merchantCode,
    currency,
    date: settlement.date,
    is_test: settlement.isTest,
    status: settlement.status,
    captures: amount(settlement.capturesMinor),
    refunds: amount(settlement.refundsMinor),
    dispute_refunds: amount(settlement.disputeRefundsMinor),
    fees: amount(settlement.feesMinor),
    vat: amount(settlement.vatMinor),
    net: amount(netMinor),
    opening: amount(openingMinor),
    paid_out: amount(paidOutMinor),
    closing: amount(openingMinor + netMinor - paidOutMinor),
    payout_id: settlement.payoutId,
    ledger_head: settlement.sealHash,
  }
}

export function lineWire({ currency }: Settlement, line: SettlementLine): LineAnswer {
  const amount = (minor: bigint): string => formatAmount(minor, currency)
  return {
    id: line.id,
    type: line.type,
    payment_id: line.paymentId,
    order_reference_id: line.orderReference,
    reference_id: line.referenceId,
    created_at: formatSeconds(line.createdAt),
    amount: amount(line.amountMinor),
    fee: amount(line.feeMinor),
    vat: amount(line.vatMinor),
    net: amount(netOf(line)),
  }
}

export const lineNames: readonly (keyof LineAnswer)[] = [
  ...(['id', 'type', 'payment_id', 'order_reference_id', 'reference_id', 'created_at'] as const),
  ...(['amount', 'fee', 'vat', 'net'] as const),
]

const newLine = '\r\n'

/** Yields a settlement with its lines as pieces of JSON. */
export async function* settlementJson({ settlement, pages }: SettlementWithLines): AsyncGenerator<string> {
  yield `${JSON.stringify(settlementWire(settlement)).slice(0, -1)},"lines":[`
  let separator = ''
  for await (const lines of pages) {
    if (lines.length === 0) continue
    yield separator + lines.map((line) => JSON.stringify(lineWire(settlement, line))).join(',')
    separator = ','
  }
  yield ']}'
}

/** Yields the lines as pieces of CSV, with the JSON names as header. */
export async function* linesCsv({ settlement, pages }: SettlementWithLines): AsyncGenerator<string> {
  yield `${lineNames.join(',')}${newLine}`
  for await (const lines of pages) {
    const rows = lines.map((line) => lineWire(settlement, line))
    yield stringify(rows, { columns: [...lineNames], record_delimiter: 'windows' })
  }
}

export function payoutWire(payout: Payout): PayoutAnswer {
  return {
    id: payout.id,
    merchant_code: payout.merchantCode,
    currency: payout.currency,
    amount: formatAmount(payout.amountMinor, payout.currency),
    status: payout.state,
    reference: payout.reference,
    created_at: formatSeconds(payout.createdAt),
    paid_at: payout.paidAt === null ? null : formatSeconds(payout.paidAt),
    settlement_ids: payout.settlementIds,
  }
}

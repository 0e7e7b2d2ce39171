import { type CsvLine, csvHead, csvLines } from '../../../platform/base/csv.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import { formatSeconds } from '../../../platform/base/times.ts'
import type { FoundPayment } from './search.ts'

const columns = [
  'id',
  'order_reference_id',
  'status',
  'created_at',
  'amount',
  'currency',
  'captured',
  'refunded',
  'merchant_code',
  'buyer_name',
  'buyer_email',
  'buyer_phone',
] as const

/** Yields payments as CSV in pieces. The status is the API's; the buyer is as the shop sent it. */
export async function* paymentsCsv(pages: AsyncIterable<readonly FoundPayment[]>): AsyncGenerator<string> {
  yield csvHead(columns)
  for await (const payments of pages) yield csvLines(columns, payments.map(lineOf))
}

function lineOf(payment: FoundPayment): CsvLine<(typeof columns)[number]> {
  const amount = (minor: bigint): string => formatAmount(minor, payment.currency)
  return {
    id: payment.id,
    order_reference_id: payment.orderReference,
    status: payment.status,
    created_at: formatSeconds(payment.createdAt),
    amount: amount(payment.amountMinor),
    currency: payment.currency,
    captured: amount(payment.capturedMinor),
    refunded: amount(payment.refundedMinor),
    merchant_code: payment.merchantCode,
    buyer_name: payment.buyerName,
    buyer_email: payment.buyerEmail,
    buyer_phone: payment.buyerPhone,
  }
}

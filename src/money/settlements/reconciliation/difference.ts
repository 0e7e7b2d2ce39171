import { formatAmount } from '../../../platform/base/money.ts'
import { formatSeconds } from '../../../platform/base/times.ts'
import type { MovementRecord } from '../../charges/movement-record.ts'
import type { ReportRow } from './report.ts'

export const differenceKinds = [
  'missing_here',
  'missing_there',
  'doubled',
  'amount',
  'currency',
  'unknown_type',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** A deviation between a processor's report and our records. */
export interface Difference {
  readonly kind: DifferenceKind
  readonly type: string
  readonly id: string
  /** Our record of this id; null if there is none. */
  readonly record: MovementRecord | null
  /** The row of the report; null if it has none. For a duplicate id, the surplus row. */
  readonly row: ReportRow | null
  /** For a duplicate id, the line of its first row. */
  readonly firstLine: number | null
}

/**
 * Returns the difference as JSON: amounts with the currency's decimals; `here` or `there` is null if that side has
 * no movement.
 */
export function differenceWire({ kind, type, id, record, row, firstLine }: Difference) {
  return {
    kind,
    type,
    id,
    here: record && {
      of: record.of,
      state: record.state,
      amount: formatAmount(record.amountMinor, record.currency),
      currency: record.currency,
      at: formatSeconds(record.requestedAt),
    },
    there: row && {
      amount: formatAmount(row.amountMinor, row.currency),
      currency: row.currency,
      at: formatSeconds(row.at),
      line: row.line,
      first_line: firstLine,
    },
    payment_id: record?.paymentId ?? null,
    merchant_id: record?.merchantId ?? null,
    mode: record && (record.isTest ? 'test' : 'live'),
  }
}

/** Returns the difference in sentences, for accountants. */
export function describeDifference(difference: Difference): string {
  const { record } = difference
  if (record === null) return sentenceOf(difference)
  const { paymentId, merchantId, isTest } = record
  return `${sentenceOf(difference)} Payment ${paymentId} of merchant ${merchantId}, ${isTest ? 'test' : 'live'}.`
}

function sentenceOf({ kind, type, id, record, row, firstLine }: Difference): string {
  const what = `${type} ${id}`
  const here = record && moneyOf(record)
  const there = row && moneyOf(row)
  const place = row && `line ${row.line}, ${formatSeconds(row.at)}`
  switch (kind) {
    case 'missing_here':
      return `Missing here: ${what}, ${there} (${place}). ${knownOf(record)}`
    case 'missing_there':
      return `Missing in the report: ${what}, ${here}, asked for at ${record && formatSeconds(record.requestedAt)}.`
    case 'doubled':
      return `Doubled in the report: ${what}, ${there} (${place}), is in line ${firstLine} already. ${knownOf(record)}`
    case 'amount':
      return `Different amount: ${what} is ${here} here, ${there} in the report (${place}).`
    case 'currency':
      return `Different currency: ${what} is ${here} here, ${there} in the report (${place}).`
    case 'unknown_type':
      return `Unknown type: ${what}, ${there} (${place}), is neither charge nor refund. ${knownOf(record)}`
  }
}

function moneyOf({ amountMinor, currency }: MovementRecord | ReportRow): string {
  return `${currency} ${formatAmount(amountMinor, currency)}`
}

function knownOf(record: MovementRecord | null): string {
  if (record === null) return 'Nobody here knows this id.'
  const what = { charge: 'charge', return: 'refund' }[record.of]
  return `Here it is a ${what} of ${moneyOf(record)}, ${record.state.replace('_', ' ')}.`
}

import { formatMoney } from '../../../platform/base/money.ts'
import type { MovementIntegrityRow } from './store/movements.ts'

/** Returns the problems of a movement and its settlement line; one of them may be missing. */
export function findMovementProblems(row: MovementIntegrityRow): string[] {
  const { version, line_id, movement_id, settlement_id, is_waiting } = row
  if (line_id === null) return [`the ${row.type} of version ${version} is sealed, and in no settlement`]
  if (movement_id === null) {
    return [`settlement ${settlement_id} has a line ${line_id} of version ${version}, which is no capture or refund`]
  }
  if (is_waiting) return [`the ${row.type} of version ${version} is not sealed yet, and in settlement ${settlement_id}`]
  return [...findDifferences(row), ...findWrongDay(row)].map(
    (problem) => `the ${row.type} of version ${version}: ${problem} (settlement ${settlement_id})`,
  )
}

function findDifferences(row: MovementIntegrityRow): string[] {
  const money = (minor: bigint | null): string => formatMoney(minor ?? 0n, row.currency ?? '')
  const compare = (name: string, line: string | null, own: string | null): string[] =>
    line === own ? [] : [`its ${name} is ${own}, in its line ${line}`]
  const net = (row.line_amount_minor ?? 0n) - (row.line_fee_minor ?? 0n) - (row.line_vat_minor ?? 0n)
  return [
    ...compare('id', row.line_id, row.movement_id),
    ...compare('type', row.line_type, row.type),
    ...compare('order reference', row.line_order_reference, row.order_reference),
    ...compare('reference', row.line_reference_id, row.reference_id),
    ...compare('time', timeOf(row.line_at), timeOf(row.at)),
    ...compare('amount', money(row.line_amount_minor), money(row.amount_minor)),
    ...compare('fee', money(row.line_fee_minor), money(row.fee_minor)),
    ...compare('VAT', money(row.line_vat_minor), money(row.vat_minor)),
    ...(net === row.posted_minor
      ? []
      : [`its line comes to ${money(net)}, in the ledger to ${money(row.posted_minor)}`]),
  ]
}

function findWrongDay({ has_day, is_same_store, date, moved_on }: MovementIntegrityRow): string[] {
  if (!has_day) return ['its line is in a settlement that there is not']
  const found = is_same_store ? [] : ['its line is in a settlement of another store, mode or currency']
  // `checkMovements` checks later days separately.
  if (date !== null && moved_on !== null && date < moved_on)
    found.push(`it moved on ${moved_on}, and is settled on ${date}`)
  return found
}

function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

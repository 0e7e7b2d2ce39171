import { type Currency, currencies } from '../../../platform/base/markets.ts'
import { type AmountProblem, decimalsOf, isDecimal, parseAmount } from '../../../platform/base/money.ts'
import { type Instant, parseInstant } from '../../../platform/base/times.ts'
import { movementTypes } from '../../charges/movement-record.ts'
import { amountMessage } from '../../payments/refusals.ts'

/** The columns of a processor's report, in any order. */
export const reportColumns = ['id', 'type', 'amount', 'currency', 'at'] as const
export type ReportColumn = (typeof reportColumns)[number]

/** A movement in a processor's report. */
export interface ReportRow {
  /** Its line in the file, from 1. */
  readonly line: number
  /** In small letters. */
  readonly id: string
  /** A `MovementType`, or an unknown text. */
  readonly type: string
  readonly amountMinor: bigint
  readonly currency: Currency
  readonly at: Instant
}

/** The rows of a report by id. */
export class Report {
  readonly #rows = new Map<string, ReportRow | readonly ReportRow[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(row: ReportRow): void {
    const known = this.#rows.get(row.id)
    this.#rows.set(row.id, known === undefined ? row : [...rowsFrom(known), row])
    this.#size += 1
  }

  /** Removes the rows of this id and returns them in the order of the file. */
  take(id: string): readonly ReportRow[] {
    const rows = this.#rows.get(id)
    if (rows === undefined) return none
    this.#rows.delete(id)
    return rowsFrom(rows)
  }

  /** Yields the remaining rows, grouped by id. */
  *rest(): Generator<readonly ReportRow[]> {
    for (const rows of this.#rows.values()) yield rowsFrom(rows)
  }
}

const none: readonly ReportRow[] = []

function rowsFrom(rows: ReportRow | readonly ReportRow[]): readonly ReportRow[] {
  return 'line' in rows ? [rows] : rows
}

/** Returns the row of these texts, or its problem. */
export function parseRow(texts: Readonly<Record<ReportColumn, string>>, line: number): ReportRow | string {
  const missing = reportColumns.find((column) => texts[column] === '')
  if (missing !== undefined) return `${missing} is missing`
  const unreadable = (['id', 'type'] as const).find((column) => !name.test(texts[column]))
  if (unreadable !== undefined) return `${unreadable} must have at most 64 letters, digits and signs`
  const currency = currencies.find((known) => known === texts.currency)
  if (currency === undefined) return problemText('currency', texts.currency, `must be one of ${currencies.join(', ')}`)
  const amountMinor = parsePositive(texts.amount, currency)
  if (typeof amountMinor === 'string') {
    return problemText('amount', texts.amount, amountMessage(amountMinor, decimalsOf(currency)))
  }
  const at = parseInstant(texts.at)
  if (at === undefined) return problemText('at', texts.at, 'is no ISO 8601 time')
  // Frequent texts are stored once.
  const type = movementTypes.find((known) => known === texts.type) ?? texts.type
  return { line, id: texts.id.toLowerCase(), type, amountMinor, currency, at }
}

const name = /^[ -~]{1,64}$/

function parsePositive(text: string, currency: Currency): bigint | AmountProblem | 'negative' {
  return text.startsWith('-') && isDecimal(text) ? 'negative' : parseAmount(text, currency)
}

function problemText(column: ReportColumn, text: string, wrong: string): string {
  return `${column} ${JSON.stringify(text.slice(0, 40))} ${wrong}`
}

/** The file is no valid report. */
export class MalformedReport extends Error {
  override readonly name = 'MalformedReport'
  /** Its first twenty problems in the order of its lines. `more`: the number of the others. */
  readonly complaints: readonly string[]
  readonly more: number

  constructor(complaints: readonly string[], more = 0) {
    super(complaints.join('; '))
    this.complaints = complaints
    this.more = more
  }
}

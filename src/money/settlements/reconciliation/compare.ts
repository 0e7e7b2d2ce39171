import type { MerchantId } from '../../../platform/base/ids.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import { type Instant, wholeSecond } from '../../../platform/base/times.ts'
import { type MovementRecord, type MovementType, movementTypes } from '../../charges/movement-record.ts'
import { type Difference, type DifferenceKind, differenceKinds } from './difference.ts'
import type { ReportRow } from './report.ts'

/** The time range to compare; null: no limit. */
export interface Bounds {
  /** Inclusive start of the processor's time. */
  readonly from: Instant | null
  /** Exclusive end. */
  readonly to: Instant | null
  readonly merchantId: MerchantId | null
  readonly isTest: boolean | null
}

/** The number of movements, and their sum in minor units. */
export interface Sum {
  count: number
  amountMinor: bigint
}

/** Both sides' totals of one currency and type. The differences name each deviation. */
export interface Sums {
  readonly currency: Currency
  readonly type: MovementType
  readonly here: Sum
  readonly there: Sum
}

/** The figures of a comparison so far. */
export interface Summary {
  /** Rows of the report: compared, outside of the range, of other merchants or of the other mode. */
  readonly rows: { compared: number; outside: number; elsewhere: number }
  /** Movements with an unknown outcome. */
  readonly unsettled: { inReport: number; notInReport: number }
  /** Movements near `from` or `to` that are missing here but may be in the report before or after. */
  atEdge: number
  readonly sums: Map<string, Sums>
  readonly differences: Record<DifferenceKind, number>
}

type Position = 'inside' | 'edge' | 'outside'

/** Compares our records with the rows of a processor's report, id by id, and adds up both sides. */
export class Comparison {
  readonly #bounds: Bounds
  readonly summary: Summary = {
    rows: { compared: 0, outside: 0, elsewhere: 0 },
    unsettled: { inReport: 0, notInReport: 0 },
    atEdge: 0,
    sums: new Map(),
    differences: Object.fromEntries(differenceKinds.map((kind) => [kind, 0])) as Record<DifferenceKind, number>,
  }

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** Compares our record of an id with all rows of the report with this id. */
  compare(record: MovementRecord, rows: readonly ReportRow[]): Difference[] {
    const { merchantId, isTest } = this.#bounds
    const isElsewhere = merchantId !== null && merchantId !== record.merchantId
    if (isElsewhere || (isTest !== null && isTest !== record.isTest)) {
      this.summary.rows.elsewhere += rows.length
      return []
    }
    const position = this.#positionOf(record)
    const differences = movementTypes.flatMap((type) => {
      const ofType = rows.filter((row) => row.type === type)
      return ofType.length === 0
        ? this.#compareNone(record, type, position)
        : this.#compareRows(record, type, ofType, position === 'inside')
    })
    return [...differences, ...this.#compareOthers(record, rows)]
  }

  /** Compares the rows of an id that we have no record of. */
  compareUnknown(rows: readonly ReportRow[]): Difference[] {
    const known = movementTypes.flatMap((type) => {
      const ofType = rows.filter((row) => row.type === type)
      return ofType.length === 0 ? [] : this.#compareRows(null, type, ofType, false)
    })
    return [...known, ...this.#compareOthers(null, rows)]
  }

  #compareNone(record: MovementRecord, type: MovementType, position: Position): Difference[] {
    const belief = record.believed[type]
    if (belief === 'not_moved' || position === 'outside') return []
    if (belief === 'unsettled') this.summary.unsettled.notInReport += 1
    else if (position === 'edge') this.summary.atEdge += 1
    else {
      this.#add(type, 'here', record)
      return [this.#differ({ kind: 'missing_there', type, id: record.id, record, row: null, firstLine: null })]
    }
    return []
  }

  /** Compares all rows of one id and type, at least one. One of them, or our record, is inside the range. */
  #compareRows(
    record: MovementRecord | null,
    type: MovementType,
    rows: readonly ReportRow[],
    isInside: boolean,
  ): Difference[] {
    const [first, ...again] = rows
    if (first === undefined || !(isInside || rows.some((row) => this.#holds(row.at)))) {
      this.summary.rows.outside += rows.length
      return []
    }
    this.summary.rows.compared += rows.length
    for (const row of rows) this.#add(type, 'there', row)
    const belief = record?.believed[type] ?? 'not_moved'
    if (belief === 'unsettled') this.summary.unsettled.inReport += 1
    if (record !== null && belief !== 'not_moved') this.#add(type, 'here', record)
    const kind = kindOf(belief === 'not_moved' ? null : record, first)
    const { id } = first
    const differences = again.map((row) =>
      this.#differ({ kind: 'doubled', type, id, record, row, firstLine: first.line }),
    )
    return kind === undefined
      ? differences
      : [this.#differ({ kind, type, id, record, row: first, firstLine: null }), ...differences]
  }

  #compareOthers(record: MovementRecord | null, rows: readonly ReportRow[]): Difference[] {
    const others = rows.filter(({ type }) => !(movementTypes as readonly string[]).includes(type))
    const inside = others.filter(({ at }) => this.#holds(at))
    this.summary.rows.outside += others.length - inside.length
    this.summary.rows.compared += inside.length
    return inside.map((row) => {
      const { id, type } = row
      return this.#differ({ kind: 'unknown_type', type, id, record, row, firstLine: null })
    })
  }

  // The processor made it between our request and its answer. Its times may be whole seconds.
  #positionOf({ requestedAt, knownAt }: MovementRecord): Position {
    const { from, to } = this.#bounds
    if ((to !== null && requestedAt >= to) || (from !== null && knownAt !== null && knownAt < from)) return 'outside'
    const isAfterFrom = from === null || wholeSecond(requestedAt) >= from
    const isBeforeTo = to === null || (knownAt !== null && knownAt < to)
    return isAfterFrom && isBeforeTo ? 'inside' : 'edge'
  }

  #holds(at: Instant): boolean {
    const { from, to } = this.#bounds
    return (from === null || at >= from) && (to === null || at < to)
  }

  #add(type: MovementType, side: 'here' | 'there', { currency, amountMinor }: MovementRecord | ReportRow): void {
    const key = `${currency} ${type}`
    const sums = this.summary.sums.get(key) ?? { currency, type, here: noSum(), there: noSum() }
    sums[side].count += 1
    sums[side].amountMinor += amountMinor
    this.summary.sums.set(key, sums)
  }

  #differ(difference: Difference): Difference {
    this.summary.differences[difference.kind] += 1
    return difference
  }
}

function noSum(): Sum {
  return { count: 0, amountMinor: 0n }
}

/** Returns how a row differs from our record; undefined if it does not. */
function kindOf(record: MovementRecord | null, row: ReportRow): DifferenceKind | undefined {
  if (record === null) return 'missing_here'
  if (record.currency !== row.currency) return 'currency'
  return record.amountMinor === row.amountMinor ? undefined : 'amount'
}

import assert from 'node:assert/strict'
import fc from 'fast-check'
import {
  believedOfCharge,
  believedOfReturn,
  type MovementRecord,
  type MovementType,
  movementTypes,
} from '../../src/money/charges/movement-record.ts'
import type { ReturnState } from '../../src/money/charges/return.ts'
import type { ChargeState } from '../../src/money/charges/states.ts'
import { type Bounds, Comparison, type Summary } from '../../src/money/settlements/reconciliation/compare.ts'
import type { Difference } from '../../src/money/settlements/reconciliation/difference.ts'
import { Report, type ReportRow } from '../../src/money/settlements/reconciliation/report.ts'
import { currencies } from '../../src/platform/base/markets.ts'
import { day, type Instant, wholeSecond } from '../../src/platform/base/times.ts'

/** A row without its position in the file. */
export type LooseRow = Omit<ReportRow, 'line'>

export const everything: Bounds = { from: null, to: null, merchantId: null, isTest: null }

/** Compares records with rows, in the order of the file. */
export function compareAll(records: readonly MovementRecord[], rows: readonly LooseRow[], bounds = everything) {
  const report = new Report()
  for (const [index, row] of rows.entries()) report.add({ ...row, line: index + 2 })
  const comparison = new Comparison(bounds)
  const differences = records.flatMap((record) => comparison.compare(record, report.take(record.id)))
  for (const rest of report.rest()) differences.push(...comparison.compareUnknown(rest))
  return { differences, summary: comparison.summary }
}

export interface Made {
  readonly record: MovementRecord
  /** The time at which the processor made the movement of a record of this type. */
  readonly moved: readonly { readonly type: MovementType; readonly at: Instant }[]
}

const chargeStates = Object.keys(believedOfCharge) as ChargeState[]
const returnStates = Object.keys(believedOfReturn) as ReturnState[]
const span = 4 * day
const spans = fc.integer({ min: 0, max: span })

/** A record in any state, with movements at the processor that agree with it. */
export const made: fc.Arbitrary<Made> = fc
  .record({
    of: fc.constantFrom('charge' as const, 'return' as const),
    id: fc.uuid(),
    chargeState: fc.constantFrom(...chargeStates),
    returnState: fc.constantFrom(...returnStates),
    merchantId: fc.constantFrom('merchant a', 'merchant b'),
    isTest: fc.boolean(),
    currency: fc.constantFrom(...currencies),
    amountMinor: fc.bigInt({ min: 2n, max: 1_000_000n }),
    requestedAt: spans,
    tookMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: day })),
    after: fc.double({ min: 0, max: 1, noNaN: true }),
    isKnown: fc.boolean(),
    isMade: fc.boolean(),
  })
  .map(({ chargeState, returnState, tookMs, after, isKnown, isMade, ...shared }) => {
    const state = shared.of === 'charge' ? chargeState : returnState
    const believed = shared.of === 'charge' ? believedOfCharge[chargeState] : believedOfReturn[returnState]
    const isSettled = !Object.values(believed).includes('unsettled')
    const knownAt = isSettled && isKnown ? shared.requestedAt + tookMs : null
    const at = shared.requestedAt + Math.floor(after * tookMs)
    const moved = movementTypes.filter(
      (type) => believed[type] === 'moved' || (believed[type] === 'unsettled' && isMade),
    )
    const record: MovementRecord = { ...shared, paymentId: `payment of ${shared.id}`, state, believed, knownAt }
    return { record, moved: moved.map((type) => ({ type, at })) }
  })
/** Generated cases, each under its own id. */
export const history = fc.uniqueArray(made, { selector: ({ record }) => record.id, minLength: 1, maxLength: 12 })

const orNull = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(of, { nil: null })
export const boundaries: fc.Arbitrary<Bounds> = fc.record({
  from: orNull(fc.integer({ min: 0, max: span / 2 })),
  to: orNull(fc.integer({ min: span / 2 + 1, max: span + day })),
  merchantId: orNull(fc.constantFrom('merchant a', 'merchant b')),
  isTest: orNull(fc.boolean()),
})

/** The processor's report: either of this time and merchant, in whole seconds, or of all movements. */
export function reportOf(history: readonly Made[], bounds: Bounds, isBounded: boolean): LooseRow[] {
  return history.flatMap(({ record, moved }) =>
    moved.flatMap(({ type, at: exactly }) => {
      const { id, amountMinor, currency } = record
      const at = wholeSecond(exactly)
      return isBounded && !(isWithin(at, bounds) && isOfMerchant(record, bounds))
        ? []
        : [{ id, type, amountMinor, currency, at }]
    }),
  )
}

export function isWithin(at: Instant, { from, to }: Bounds): boolean {
  return (from === null || at >= from) && (to === null || at < to)
}

function isOfMerchant({ merchantId, isTest }: MovementRecord, bounds: Bounds): boolean {
  return (bounds.merchantId ?? merchantId) === merchantId && (bounds.isTest ?? isTest) === isTest
}

export const kindsOf = (differences: readonly Difference[]): string[] => differences.map(({ kind }) => kind).sort()

/** Asserts that the differences explain the sums exactly. */
export function assertExplained(summary: Summary, differences: readonly Difference[]): void {
  const left = new Map<string, bigint>()
  const add = (type: string, currency: string, minor: bigint): void => {
    const key = `${currency} ${type}`
    left.set(key, (left.get(key) ?? 0n) + minor)
  }
  for (const { currency, type, here, there } of summary.sums.values()) {
    add(type, currency, here.amountMinor - there.amountMinor)
  }
  for (const { kind, type, record, row } of differences) {
    if (kind === 'unknown_type') continue
    if (record !== null && kind !== 'missing_here' && kind !== 'doubled')
      add(type, record.currency, -record.amountMinor)
    if (row !== null) add(type, row.currency, row.amountMinor)
  }
  assert.deepEqual(new Set(left.values()), new Set(left.size > 0 ? [0n] : []))
}

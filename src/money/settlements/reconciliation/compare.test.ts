import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareAll, everything, kindsOf } from '../../../../test/support/reconciliations.ts'
import { day, hour } from '../../../platform/base/times.ts'
import { believedOfCharge, type MovementRecord } from '../../charges/movement-record.ts'

const approved: MovementRecord = {
  of: 'charge',
  id: 'c',
  merchantId: 'm',
  paymentId: 'p',
  isTest: true,
  state: 'approved',
  believed: believedOfCharge.approved,
  currency: 'KWD',
  amountMinor: 85_000n,
  requestedAt: day - hour,
  knownAt: day + hour,
}
const row = { id: 'c', type: 'charge', amountMinor: 85_000n, currency: 'KWD' as const, at: day }

test("a movement around midnight may be in either day's report, and must be in the report of both days", () => {
  const [first, second, both] = [
    { ...everything, from: 0, to: day },
    { ...everything, from: day, to: 2 * day },
    { ...everything, from: 0, to: 2 * day },
  ]
  for (const bounds of [first, second]) {
    const { differences, summary } = compareAll([approved], [], bounds)
    assert.deepEqual([differences, summary.atEdge], [[], 1])
    assert.deepEqual(compareAll([approved], [row], bounds).differences, [])
  }
  assert.deepEqual(kindsOf(compareAll([approved], [], both).differences), ['missing_there'])
})

test('a row outside of the time range is ignored, unless its movement was certainly inside', () => {
  const bounds = { ...everything, from: 2 * day, to: 3 * day }
  const { differences, summary } = compareAll([approved], [{ ...row, amountMinor: 1n }], bounds)
  assert.deepEqual([differences, summary.rows], [[], { compared: 0, outside: 1, elsewhere: 0 }])
  const late = { ...row, at: 5 * day }
  const inside = { ...everything, from: 0, to: 2 * day }
  assert.deepEqual(compareAll([approved], [late], inside).differences, [])
  assert.deepEqual(kindsOf(compareAll([approved], [{ ...late, amountMinor: 1n }], inside).differences), ['amount'])
})

test('a charge without a stored time of settlement is expected only in a report without an end', () => {
  const old = { ...approved, knownAt: null }
  assert.equal(compareAll([old], [], { ...everything, from: 0, to: 9 * day }).summary.atEdge, 1)
  assert.deepEqual(kindsOf(compareAll([old], [], { ...everything, from: 0 }).differences), ['missing_there'])
})

test('several rows with another amount: one difference, and the others are duplicates', () => {
  const rows = [{ ...row, amountMinor: 8_500n }, row, row]
  const { differences } = compareAll([approved], rows)
  assert.deepEqual(
    differences.map(({ kind, row: of, firstLine }) => [kind, of?.line, firstLine]),
    [
      ['amount', 2, null],
      ['doubled', 3, 2],
      ['doubled', 4, 2],
    ],
  )
})

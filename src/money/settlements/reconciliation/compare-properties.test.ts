import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  assertExplained,
  boundaries,
  compareAll,
  everything,
  history,
  kindsOf,
  type LooseRow,
  reportOf,
} from '../../../../test/support/reconciliations.ts'
import { wholeSecond } from '../../../platform/base/times.ts'
import { type MovementRecord, type MovementType, movementTypes } from '../../charges/movement-record.ts'
import type { Bounds } from './compare.ts'

test('a correct report of any time range has no differences, and equal sums on both sides', () => {
  fc.assert(
    fc.property(history, boundaries, fc.boolean(), (made, bounds, isBounded) => {
      const rows = reportOf(made, bounds, isBounded)
      const { differences, summary } = compareAll(
        made.map(({ record }) => record),
        rows,
        bounds,
      )
      assert.deepEqual(differences, [])
      assertExplained(summary, [])
      const { compared, outside, elsewhere } = summary.rows
      assert.equal(compared + outside + elsewhere, rows.length)
    }),
    { numRuns: 2_000 },
  )
})

type Defect = (rows: LooseRow[], at: number, record: MovementRecord) => readonly [string, isLost: boolean]

const defects: Readonly<Record<string, Defect>> = {
  'a row is cut out': (rows, at) => {
    rows.splice(at, 1)
    return ['', true]
  },
  'a row is there twice': (rows, at) => {
    rows.push(...rows.slice(at, at + 1))
    return ['doubled', false]
  },
  'an amount is larger': (rows, at) =>
    change(rows, at, ({ amountMinor }) => ({ amountMinor: amountMinor + 1n }), 'amount'),
  'an amount is a tenth': (rows, at) =>
    change(rows, at, ({ amountMinor }) => ({ amountMinor: amountMinor / 10n }), 'amount'),
  'a currency is another': (rows, at, { currency }) =>
    change(rows, at, () => ({ currency: currency === 'AED' ? 'SAR' : 'AED' }), 'currency'),
  'an id is nobody’s': (rows, at) => {
    change(rows, at, () => ({ id: 'nobody' }), '')
    return ['missing_here', true]
  },
  'a type is unknown': (rows, at) => {
    change(rows, at, () => ({ type: 'chargeback' }), '')
    return ['unknown_type', true]
  },
}

function change(
  rows: LooseRow[],
  at: number,
  to: (row: LooseRow) => Partial<LooseRow>,
  kind: string,
): readonly [string, boolean] {
  const row = rows[at] ?? assert.fail()
  rows[at] = { ...row, ...to(row) }
  return [kind, false]
}

for (const [name, spoil] of Object.entries(defects)) {
  test(`when ${name}, that is found and nothing else`, () => {
    fc.assert(
      fc.property(history, boundaries, fc.nat(), (made, bounds, choice) => {
        const rows = reportOf(made, bounds, true)
        fc.pre(rows.length > 0)
        const place = choice % rows.length
        const { id, type } = rows[place] ?? assert.fail()
        const { record } = made.find((one) => one.record.id === id) ?? assert.fail()
        const [kind, isLost] = spoil(rows, place, record)
        const { differences, summary } = compareAll(
          made.map((one) => one.record),
          rows,
          bounds,
        )
        const isMissed = isLost && isSurelyMoved(record, type as MovementType, bounds)
        assert.deepEqual(
          kindsOf(differences),
          [kind, isMissed ? 'missing_there' : ''].filter((one) => one !== '').sort(),
        )
        assertExplained(summary, differences)
      }),
      { numRuns: 500 },
    )
  })
}

function isSurelyMoved(record: MovementRecord, type: MovementType, { from, to }: Bounds): boolean {
  const { believed, requestedAt, knownAt } = record
  const isAfterFrom = from === null || wholeSecond(requestedAt) >= from
  return believed[type] === 'moved' && isAfterFrom && (to === null || (knownAt !== null && knownAt < to))
}

test('a row whose movement failed in our records is reported as missing here', () => {
  fc.assert(
    fc.property(history, fc.constantFrom(...movementTypes), fc.nat(), (made, type, choice) => {
      const idle = made.filter(({ record }) => record.believed[type] === 'not_moved')
      fc.pre(idle.length > 0)
      const { record } = idle[choice % idle.length] ?? assert.fail()
      const { id, amountMinor, currency, requestedAt: at } = record
      const rows = [...reportOf(made, everything, false), { id, type, amountMinor, currency, at }]
      const records = made.map((one) => one.record)
      const { differences, summary } = compareAll(records, rows)
      assert.deepEqual(kindsOf(differences), ['missing_here'])
      assert.equal(differences[0]?.record, record)
      assertExplained(summary, differences)
    }),
  )
})

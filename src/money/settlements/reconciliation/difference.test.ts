import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hour } from '../../../platform/base/times.ts'
import { believedOfCharge, type MovementRecord } from '../../charges/movement-record.ts'
import { type Difference, describeDifference, differenceWire } from './difference.ts'

const record: MovementRecord = {
  of: 'charge',
  id: 'c1',
  merchantId: 'm1',
  paymentId: 'p1',
  isTest: false,
  state: 'written_off',
  believed: believedOfCharge.written_off,
  currency: 'KWD',
  amountMinor: 85_000n,
  requestedAt: 0,
  knownAt: null,
}
const row = { id: 'c1', line: 9, type: 'charge', amountMinor: 8_500n, currency: 'AED', at: hour } as const
const shared = { id: 'c1', type: 'charge', record, row, firstLine: null }
const [here, there, owner] = ['KWD 85.000', 'AED 85.00', 'Payment p1 of merchant m1, live.']
const place = 'line 9, 1970-01-01T01:00:00Z'
const known = `Here it is a charge of ${here}, written off.`

test('describeDifference: every kind has a sentence with both amounts, the payment and the merchant', () => {
  const cases: readonly (readonly [Difference, string])[] = [
    [{ ...shared, kind: 'missing_here' }, `Missing here: charge c1, ${there} (${place}). ${known} ${owner}`],
    [
      { ...shared, kind: 'missing_here', record: null },
      `Missing here: charge c1, ${there} (${place}). Nobody here knows this id.`,
    ],
    [
      { ...shared, kind: 'missing_there', row: null },
      `Missing in the report: charge c1, ${here}, asked for at 1970-01-01T00:00:00Z. ${owner}`,
    ],
    [
      { ...shared, kind: 'doubled', firstLine: 3 },
      `Doubled in the report: charge c1, ${there} (${place}), is in line 3 already. ${known} ${owner}`,
    ],
    [
      { ...shared, kind: 'amount' },
      `Different amount: charge c1 is ${here} here, ${there} in the report (${place}). ${owner}`,
    ],
    [
      { ...shared, kind: 'currency' },
      `Different currency: charge c1 is ${here} here, ${there} in the report (${place}). ${owner}`,
    ],
    [
      { ...shared, kind: 'unknown_type', type: 'fee' },
      `Unknown type: fee c1, ${there} (${place}), is neither charge nor refund. ${known} ${owner}`,
    ],
  ]
  for (const [difference, sentence] of cases) assert.equal(describeDifference(difference), sentence)
})

test('differenceWire: has the same facts, and null for the side without a movement', () => {
  const wire = differenceWire({ ...shared, kind: 'doubled', firstLine: 3 })
  assert.deepEqual(wire, {
    kind: 'doubled',
    type: 'charge',
    id: 'c1',
    here: { of: 'charge', state: 'written_off', amount: '85.000', currency: 'KWD', at: '1970-01-01T00:00:00Z' },
    there: { amount: '85.00', currency: 'AED', at: '1970-01-01T01:00:00Z', line: 9, first_line: 3 },
    payment_id: 'p1',
    merchant_id: 'm1',
    mode: 'live',
  })
  const {
    here: nobody,
    payment_id,
    merchant_id,
    mode,
  } = differenceWire({ ...shared, kind: 'missing_here', record: null })
  assert.deepEqual([nobody, payment_id, merchant_id, mode], [null, null, null, null])
  assert.equal(differenceWire({ ...shared, kind: 'missing_there', row: null }).there, null)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Rates, share } from '../../testkit/fee-model.ts'
import {
  dateAt,
  formatMinorOf,
  linesOf,
  type ModelPayment,
  netOf,
  parseMinor,
  settle,
  type WireMovement,
} from '../../testkit/settlement-model.ts'

const fivePercent: Rates = { percent: 500, fixed: 0n, vatPercent: 500, refund: 'percent' }
let ids = 0
const moved = (amount: string, created_at = '2026-11-21T10:00:00Z', reference_id = ''): WireMovement => {
  ids += 1
  return { id: String(ids), reference_id, amount, created_at }
}

function payment(
  captures: readonly WireMovement[],
  refunds: readonly WireMovement[],
  rates: Partial<Rates> = {},
): ModelPayment {
  const held = { ...fivePercent, ...rates, from: Number.NEGATIVE_INFINITY }
  const store = { code: 'demo_ae', currency: 'AED', rates: [held] } as const
  return { id: 'p', store, captures, refunds, references: [{ from: 0, reference: '1001' }] }
}

const feesOf = (of: ModelPayment): bigint[] => linesOf(of).flatMap(({ fee, vat }) => [fee, vat])

test("the contract's example: 340.00 captured and 40.00 refunded at five percent and five percent VAT", () => {
  const lines = linesOf(payment([moved('340.00')], [moved('40.00')]))
  assert.deepEqual(lines.map(netOf), [322_15n, -37_90n])
  const [day] = settle(lines, Date.parse('2026-11-21T12:00:00Z')).days
  const { captures, refunds, disputeRefunds, fees, vat, net, status } = day ?? assert.fail('no day')
  assert.deepEqual(
    [captures, refunds, disputeRefunds, fees, vat, net, status],
    [340_00n, 40_00n, 0n, 15_00n, 75n, 284_25n, 'open'],
  )
})

test('half a minor unit is rounded away from zero, for both signs', () => {
  assert.deepEqual(
    [1n, 9n, 10n, -9n, -10n, 29n, 30n, -30n].map((minor) => share(minor, 500)),
    [0n, 0n, 1n, 0n, -1n, 1n, 2n, -2n],
  )
})

test('each capture is rounded separately, and refunds by the refunded sum so far, at most the paid fee', () => {
  // Three times 0.30 cost 0.02 each, all of it 0.05.
  const captures = [moved('0.30'), moved('0.30'), moved('0.30')]
  const refunds = [moved('0.50'), moved('0.40')]
  assert.deepEqual(feesOf(payment(captures, refunds, { vatPercent: 0 })), [2n, 0n, 2n, 0n, 2n, 0n, -3n, 0n, -2n, 0n])
  // No fee was paid for them, so none is returned.
  assert.deepEqual(feesOf(payment([moved('0.09'), moved('0.09')], [moved('0.18')])).slice(-2), [0n, 0n])
})

test('the fixed part is charged with the first capture, and returned with `all` and the last refund', () => {
  const of = (refund: Rates['refund']) =>
    payment([moved('100.00'), moved('100.00')], [moved('150.00'), moved('50.00')], {
      fixed: 100n,
      vatPercent: 0,
      refund,
    })
  const fees = (refund: Rates['refund']): bigint[] => linesOf(of(refund)).map(({ fee }) => fee)
  assert.deepEqual(fees('percent'), [600n, 500n, -750n, -250n])
  assert.deepEqual(fees('all'), [600n, 500n, -750n, -350n])
  assert.deepEqual(fees('none'), [600n, 500n, 0n, 0n])
})

test('every movement has the rates of its time', () => {
  const from = Date.parse('2026-11-21T11:00:00Z')
  const before = payment([moved('100.00')], [moved('50.00', '2026-11-21T11:00:00Z')])
  const store = {
    ...before.store,
    rates: [...before.store.rates, { ...fivePercent, percent: 200, vatPercent: 0, from }],
  }
  assert.deepEqual(feesOf({ ...before, store }), [500n, 25n, -100n, 0n])
})

test("days are the store's, and are paid at ten when their sum is above zero", () => {
  assert.deepEqual(
    [dateAt(Date.parse('2026-11-21T20:00:00Z'), 'AED'), dateAt(Date.parse('2026-11-21T20:00:00Z'), 'KWD')],
    ['2026-11-22', '2026-11-21'],
  )
  const captures = [moved('100.00', '2026-11-21T19:59:59Z'), moved('900.00', '2026-11-24T10:00:00Z')]
  const refunds = [moved('300.00', '2026-11-22T20:00:00Z')]
  const lines = linesOf(payment(captures, refunds, { percent: 0 }))
  const at = (now: string) => settle(lines, Date.parse(now))
  const shown = (now: string) =>
    at(now).days.map(({ date, status, opening, net, paidOut }) => `${date} ${status} ${opening} ${net} ${paidOut}`)
  assert.deepEqual(shown('2026-11-25T05:59:59Z'), [
    '2026-11-21 paid 0 10000 10000',
    '2026-11-23 closed 0 -30000 0',
    '2026-11-24 closed -30000 90000 0',
  ])
  assert.deepEqual(shown('2026-11-25T06:00:00Z').slice(1), [
    '2026-11-23 paid 0 -30000 0',
    '2026-11-24 paid -30000 90000 60000',
  ])
  assert.deepEqual(
    at('2026-11-25T06:00:00Z').payouts.map(({ amount, dates, paidAt }) => [
      amount,
      dates.length,
      new Date(paidAt).toISOString(),
    ]),
    [
      [100_00n, 1, '2026-11-22T06:00:00.000Z'],
      [600_00n, 2, '2026-11-25T06:00:00.000Z'],
    ],
  )
})

test('amounts have the decimals of their currency', () => {
  assert.deepEqual([parseMinor('-0.05', 'AED'), parseMinor('1.005', 'KWD')], [-5n, 1005n])
  assert.deepEqual(
    [formatMinorOf(-5n, 'SAR'), formatMinorOf(1005n, 'KWD'), formatMinorOf(0n, 'AED')],
    ['-0.05', '1.005', '0.00'],
  )
  assert.throws(() => parseMinor('1.5', 'AED'), /is no amount/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BankPayout } from '../payout.ts'
import type { AnswerLine } from './bank-answer.ts'
import { type DatedPayout, judgeAnswer } from './judge-answer.ts'

// 10:00 in Dubai.
const createdAt = Date.parse('2026-03-02T06:00:00.250Z')
const now = Date.parse('2026-03-05T21:30:00Z')

function payout(reference: string, members: Partial<BankPayout> = {}): [string, DatedPayout] {
  const made: BankPayout = {
    ...({ merchantId: 'm', id: reference, merchantCode: 'main', isTest: false, currency: 'AED' } as const),
    ...({
      amountMinor: 284_25n,
      reference,
      state: 'exported',
      createdAt,
      exportedAt: createdAt,
      paidAt: null,
    } as const),
    ...{ beneficiary: { name: 'Shop', iban: '' }, ...members },
  }
  return [reference, { payout: made, now }]
}

const known = new Map([
  payout('A'),
  payout('B', { currency: 'KWD', amountMinor: 12_500n }),
  payout('PENDING', { state: 'pending' }),
  payout('PAID', { state: 'paid', paidAt: createdAt }),
])

type LineTexts = readonly [reference: string, date: string, amount?: string]

function judge(...texts: LineTexts[]) {
  const lines = texts.map(([reference, date, amount = null], index): AnswerLine => {
    return { line: index + 2, reference, date, amount }
  })
  return judgeAnswer({ lines, problems: [] }, known)
}

const paidAt = (...texts: LineTexts) =>
  judge(texts).confirmed.map((each) => new Date(each.paidAt).toISOString())[0] ?? judge(texts).problems[0]?.problem

test('a date without a time is that day at the store, and not before the creation of the payout', () => {
  assert.equal(paidAt('A', '2026-03-02'), '2026-03-02T06:00:00.250Z')
  assert.equal(paidAt('A', '2026-03-03'), '2026-03-02T20:00:00.000Z')
  // It is 6 March in Dubai, and 5 March everywhere else.
  assert.equal(paidAt('A', '2026-03-06'), '2026-03-05T20:00:00.000Z')
  assert.equal(paidAt('B', '2026-03-06'), '2026-03-05T21:00:00.000Z')
  assert.equal(paidAt('A', '2026-03-07'), '2026-03-07 is in the future')
  assert.equal(paidAt('A', '2026-03-01'), '2026-03-01 is before the payout was made')
})

test('a date with a time is that moment', () => {
  assert.equal(paidAt('A', '2026-03-02T10:00:00+04:00'), '2026-03-02T06:00:00.000Z')
  assert.equal(paidAt('A', '2026-03-05T21:30:00Z'), '2026-03-05T21:30:00.000Z')
  assert.equal(paidAt('A', '2026-03-05T21:30:01Z'), '2026-03-05T21:30:01Z is in the future')
  assert.equal(paidAt('A', '2026-03-02T05:59:59Z'), '2026-03-02T05:59:59Z is before the payout was made')
})

test("an amount must equal the payout's, in its currency", () => {
  for (const amount of ['284.25', '284.250'.slice(0, 6), '0284.25']) assert.ok(paidAt('A', '2026-03-03', amount))
  assert.equal(judge(['A', '2026-03-03', '284.25'], ['B', '2026-03-03', '12.5']).confirmed.length, 2)
  assert.equal(paidAt('A', '2026-03-03', '284.26'), 'the amount is 284.25 AED, and not 284.26')
  assert.equal(paidAt('A', '2026-03-03', '284,25'), '284,25 is no amount with 2 decimals')
  assert.equal(paidAt('PAID', '2026-03-03', '1.00'), 'the amount is 284.25 AED, and not 1.00')
})

test('every line is judged, in the order of the file', () => {
  const { problems } = judge(
    ['', '2026-03-03'],
    ['NOBODY', '2026-03-03'],
    ['A', '2026-03-03'],
    ['PENDING', '2026-03-03'],
    ['B', '03/03/2026'],
    ['B', ''],
    ['A', '2026-03-04'],
    ['A', '2026-03-03'],
    ['A', '2026-02-30'],
  )
  assert.deepEqual(
    problems.map(({ line, reference, problem }) => [line, reference, problem]),
    [
      [2, '', 'no reference is named'],
      [3, 'NOBODY', 'no payout has this reference'],
      [5, 'PENDING', 'this payout was never exported'],
      [6, 'B', '03/03/2026 is no date such as 2026-03-01 or 2026-03-01T10:00:00Z'],
      [7, 'B', 'nothing is no date such as 2026-03-01 or 2026-03-01T10:00:00Z'],
      [8, 'A', 'the same reference was confirmed with another date before, 2026-03-03'],
      [10, 'A', '2026-02-30 is no date such as 2026-03-01 or 2026-03-01T10:00:00Z'],
    ],
  )
})

test('a payout that is named twice is confirmed once; a payout that was paid before is listed separately', () => {
  const { confirmed, paidBefore, problems } = judge(
    ['A', '2026-03-03'],
    ['PAID', '2026-03-02'],
    ['A', '2026-03-03', '284.25'],
    ['PAID', '2026-03-02'],
  )
  assert.deepEqual([confirmed.length, paidBefore.map(({ reference }) => reference), problems], [1, ['PAID'], []])
})

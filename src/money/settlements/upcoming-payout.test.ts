import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planPayout, type UnpaidDays } from './upcoming-payout.ts'

const of = (date: string, netMinor: bigint | null, more: Partial<UnpaidDays> = {}): UnpaidDays => ({
  ...{ storeId: 's', merchantCode: 'main', currency: 'AED', from: date, to: date, isOpen: false, netMinor },
  payableAt: Date.parse(`${date}T06:00:00Z`) + 86_400_000,
  ...more,
})
const carried = (date: string, minor: bigint): UnpaidDays => of(date, minor, { payableAt: null })
const open = (date: string, minor: bigint | null): UnpaidDays => of(date, minor, { isOpen: true })
const at = (date: string): number => Date.parse(`${date}T06:00:00Z`)

test('a closed day is paid before the day that runs', () => {
  const { next, later, carried: debt } = planPayout([open('2026-03-02', 70n), of('2026-03-01', 100n)])
  assert.deepEqual(next, {
    ...{ from: '2026-03-01', to: '2026-03-01', isOpen: false, amountMinor: 100n },
    ...{ at: at('2026-03-02'), carriedMinor: 0n },
  })
  assert.deepEqual(later, {
    ...{ from: '2026-03-02', to: '2026-03-02', isOpen: true, amountMinor: 70n, at: at('2026-03-03') },
  })
  assert.equal(debt, undefined)
})

test('carried days are part of the payout that covers them', () => {
  const { next } = planPayout([carried('2026-02-01', -30n), of('2026-03-01', 100n)])
  assert.deepEqual([next?.amountMinor, next?.carriedMinor, next?.from], [70n, -30n, '2026-02-01'])
})

test('a sum of zero or less is not paid: the day that runs may cover it', () => {
  const days = [carried('2026-02-01', -150n), of('2026-03-01', 100n)] as const
  const { next, later } = planPayout([...days, open('2026-03-02', 51n)])
  assert.deepEqual([next?.amountMinor, next?.at, next?.isOpen], [1n, at('2026-03-03'), true])
  assert.equal(later, undefined)
  const none = planPayout([...days, open('2026-03-02', 49n)])
  assert.deepEqual([none.next, none.carried?.amountMinor, none.carried?.from], [undefined, -1n, '2026-02-01'])
})

test('a sum of exactly zero is neither a payout nor a debt', () => {
  const { next, carried: debt } = planPayout([carried('2026-02-01', -100n), of('2026-03-01', 100n)])
  assert.deepEqual([next, debt], [undefined, undefined])
})

test('an open day with too many lines has a date and no amount', () => {
  const { next } = planPayout([carried('2026-02-01', -1n), open('2026-03-02', null)])
  assert.deepEqual([next?.amountMinor, next?.at], [null, at('2026-03-03')])
})

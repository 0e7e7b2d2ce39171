import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatYear, sizesOfYear } from '../../bench/year-table.ts'

const traffic = {
  purchasesADay: 100_000,
  unfinishedADay: 50_000,
  unfinished: { setting: 'UNFINISHED_DAYS', days: 400 },
}
const kept = { setting: 'NOTIFICATION_DAYS', days: 90 }

test('permanent rows add up by the year; rows of unfinished sessions exist for their retention time', () => {
  const payments = { table: 'payments', ofPurchase: 1_000, ofUnfinished: 500, kept: undefined }
  assert.deepEqual(sizesOfYear(payments, traffic), { table: 'payments', aYear: 36.5, atAnyTime: 10 })
})

test('removed rows exist for their retention time, whatever they belong to', () => {
  const notifications = { table: 'notifications', ofPurchase: 2_000, ofUnfinished: 1_000, kept }
  assert.deepEqual(sizesOfYear(notifications, traffic), { table: 'notifications', aYear: 0, atAnyTime: 22.5 })
})

test('the table names the settings and has sums', () => {
  const tables = [
    { table: 'payments', ofPurchase: 1_000, ofUnfinished: 500, kept: undefined },
    { table: 'notifications', ofPurchase: 2_000, ofUnfinished: 1_000, kept },
  ]
  const [, , ...rows] = formatYear(tables, traffic).split('\n')
  assert.deepEqual(rows, [
    '| payments | 1000 | 500 | for good | 36.5 | 10.0 |',
    '| notifications | 2000 | 1000 | `NOTIFICATION_DAYS` (90 days) |  | 22.5 |',
    '| **all** | 3000 | 1500 |  | 36.5 | 32.5 |',
  ])
})

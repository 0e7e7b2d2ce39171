import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'

test('the default times of retention are the documented ones', () => {
  const { notificationDays, unfinishedDays, messageDays, journalDays, outboxHours } = readConfig({}, '/')
  assert.deepEqual([notificationDays, unfinishedDays, messageDays, journalDays, outboxHours], [90, 400, 400, 7, 1])
})

test('an unfinished session is kept at least as long as its notifications', () => {
  const { unfinishedDays } = readConfig({ NOTIFICATION_DAYS: '365', UNFINISHED_DAYS: '30' }, '/')
  assert.equal(unfinishedDays, 365)
})

test('the body of an unfinished session is kept for 7 days by default, and never longer than the session', () => {
  assert.equal(readConfig({}, '/').unfinishedBodyDays, 7)
  assert.equal(readConfig({ UNFINISHED_BODY_DAYS: '500' }, '/').unfinishedBodyDays, 400)
})

for (const [name, wrong, allowed] of [
  ['NOTIFICATION_DAYS', '0', 'a whole number of days, 1 to 36500'],
  ['UNFINISHED_DAYS', '29', 'a whole number of days, 30 to 36500'],
  ['UNFINISHED_BODY_DAYS', '0', 'a whole number of days, 1 to 36500'],
  ['MESSAGE_DAYS', 'a year', 'a whole number of days, 30 to 36500'],
  ['JOURNAL_DAYS', '1.5', 'a whole number of days, 1 to 365'],
  ['OUTBOX_HOURS', '721', 'a whole number of hours, 1 to 720'],
] as const) {
  test(`${name}=${wrong} stops the start`, () => {
    assert.throws(() => readConfig({ [name]: wrong }, '/'), { message: `${name}=${wrong}: must be ${allowed}` })
  })
}

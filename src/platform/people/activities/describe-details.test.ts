import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Activity, detailNames } from './activity.ts'
import { describeDetails } from './describe-details.ts'
import { activityAr } from './words/ar.ts'
import { activityEn } from './words/en.ts'

const moment = (at: number): string => `at ${at}`
const say = (details: Activity['details'], texts = activityEn, what: Activity['what'] = 'refund'): string =>
  describeDetails({ what, details }, texts, moment)
    .map(({ label, text }) => (label === undefined ? text : `${label}: ${text}`))
    .join(' · ')

test('each detail has a word in both languages, different from its name in the code', () => {
  for (const name of detailNames) {
    const [arabic] = describeDetails({ what: 'refund', details: { [name]: 'x' } }, activityAr, moment)
    assert.doesNotMatch(arabic?.label ?? assert.fail(name), /[A-Za-z]/, name)
    assert.doesNotMatch(say({ [name]: 'x' }), /_/, name)
  }
})

test('known values such as roles, kinds of keys and countries are translated', () => {
  assert.equal(say({ role: 'analyst', before: 'admin' }, activityAr), 'الدور: محلّل · من قبل: مدير')
  assert.equal(say({ kind: 'secret', country: 'KW' }), 'kind: secret · country: Kuwait')
  assert.equal(say({ changed: 'name largestOrderMinor' }), 'changed: name, largest order')
  assert.equal(say({ changed: 'logo' }, activityAr), 'ما تغيّر: الشعار')
  assert.equal(say({ max_open_exposure: 'off', refuse_overdue: true }, activityAr).includes('off'), false)
  assert.equal(say({ from: 'merchant' }, activityEn, 'dispute_request_evidence'), 'asked: the merchant')
  assert.equal(say({ from: 'merchant', to: 'A-1' }, activityEn, 'change_reference'), 'from: merchant · to: A-1')
})

test('a time is formatted as on the page, a reason is quoted first, an empty value is left out', () => {
  assert.equal(say({ from: '1970-01-01T00:00:00.005Z' }), 'from: at 5')
  assert.equal(
    say({ amount: '1.00', reason: 'Ticket', opening: 'abc', name: '', role: null }),
    '“Ticket” · amount: 1.00',
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declineOf, type StripeDecline } from './declines.ts'

function read(decline: StripeDecline): string {
  const { reason, retry } = declineOf({ code: 'card_declined', ...decline })
  return `${reason} ${retry}`
}

test('a lost, stolen or retained card is never charged again', () => {
  assert.equal(read({ decline_code: 'lost_card' }), 'lost_card never')
  assert.equal(read({ decline_code: 'stolen_card' }), 'stolen_card never')
  assert.equal(read({ decline_code: 'pickup_card' }), 'stolen_card never')
  assert.equal(read({ decline_code: 'invalid_account' }), 'closed_account never')
})

test('an empty account and an unknown code are retried, and an expired card is not', () => {
  assert.equal(read({ decline_code: 'insufficient_funds', advice_code: 'try_again_later' }), 'insufficient_funds later')
  assert.equal(read({ decline_code: 'generic_decline' }), 'declined later')
  assert.equal(read({ decline_code: 'made_up_tomorrow' }), 'declined later')
  assert.equal(read({ code: 'made_up_tomorrow' }), 'declined later')
  assert.equal(read({ code: 'expired_card' }), 'expired_card with_another_card')
})

test('a bank that requires the customer: the charge waits for the customer', () => {
  assert.equal(read({ code: 'authentication_required' }), 'customer_required by_customer')
  assert.equal(read({ decline_code: 'authentication_required' }), 'customer_required by_customer')
})

test('advice decides if the code does not, and never overrides a code', () => {
  assert.equal(read({ decline_code: 'do_not_honor', advice_code: 'confirm_card_data' }), 'declined with_another_card')
  assert.equal(read({ decline_code: 'do_not_honor', advice_code: 'do_not_try_again' }), 'declined never')
  assert.equal(read({ decline_code: 'lost_card', advice_code: 'try_again_later' }), 'lost_card never')
  assert.equal(read({ decline_code: 'insufficient_funds', network_advice_code: '03' }), 'insufficient_funds never')
  assert.equal(read({ decline_code: 'insufficient_funds', network_advice_code: '02' }), 'insufficient_funds later')
})

test("a network's final advice applies only to that network", () => {
  assert.equal(read({ decline_code: 'generic_decline', network_decline_code: '14', brand: 'visa' }), 'declined never')
  assert.equal(
    read({ decline_code: 'generic_decline', network_decline_code: '14', brand: 'mastercard' }),
    'declined later',
  )
  assert.equal(read({ decline_code: 'generic_decline', network_decline_code: '51', brand: 'visa' }), 'declined later')
})

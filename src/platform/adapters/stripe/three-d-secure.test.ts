import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { openStripeStub } from '../../../../testkit/stripe/stripe-stub.ts'
import type { TestCardName } from '../../../../testkit/stripe/test-cards.ts'
import { newOrderedId } from '../../base/ids.ts'
import { hour } from '../../base/times.ts'
import type { Charge } from '../card-processor.ts'
import { openLog } from '../log.ts'
import { openStripeCards } from './stripe-cards.ts'

const stub = await openStripeStub()
after(() => stub.close())
const log = openLog('info', { write: () => undefined })
const cards = openStripeCards({ secretKey: stub.secretKey, apiUrl: stub.url, log, silenceMs: 3_000 })

function newCharge(card: TestCardName, requiresThreeDSecure = true): Charge {
  return {
    id: newOrderedId(),
    merchantId: randomUUID(),
    isTest: false,
    token: stub.newCard(card),
    amountMinor: 8_500n,
    currency: 'AED',
    initiator: 'customer',
    agreement: { id: randomUUID(), isFirst: true, networkReference: '' },
    reference: '',
    returnUrl: 'https://pay.test/session?lang=ar',
    requiresThreeDSecure,
    at: Date.now(),
  }
}

test('a charge that requires 3-D Secure moves money only when the customer has confirmed at the bank', async () => {
  const charge = newCharge('pm_card_visa')
  const challenge = await cards.charge(charge)
  assert.ok(challenge.kind === 'challenge' && challenge.address !== null)
  const known = { ...charge, reference: challenge.reference }
  stub.books.answerBank(challenge.reference, true)
  assert.equal((await cards.answerChallenge(known, true)).kind, 'charged')
  assert.equal(stub.books.getIntent(challenge.reference).latest_charge?.captured, true)
  assert.equal((await cards.find(known)).kind, 'charged')

  const refused = newCharge('pm_card_visa')
  const again = await cards.charge(refused)
  assert.ok(again.kind === 'challenge')
  stub.books.answerBank(again.reference, false)
  assert.equal((await cards.answerChallenge({ ...refused, reference: again.reference }, true)).kind, 'declined')
})

test('a bank without 3-D Secure: a charge that requires it is declined, and its authorization is cancelled', async () => {
  const charge = newCharge('not_enrolled')
  const declined = { kind: 'declined', reason: 'not_confirmed', retry: 'later' }
  assert.deepEqual(await cards.charge(charge), declined)
  assert.deepEqual(await cards.find(charge), declined)
  const intent = stub.books.intents.find(({ metadata }) => metadata['qist_charge_id'] === charge.id)
  assert.deepEqual([intent?.status, intent?.latest_charge?.captured], ['canceled', false])
  const { merchantId } = charge
  const reported = await cards.report({ merchantId, isTest: false, from: Date.now() - hour, to: Date.now() + hour })
  assert.deepEqual(reported, [])
  assert.equal((await cards.charge(newCharge('not_enrolled', false))).kind, 'charged')
})

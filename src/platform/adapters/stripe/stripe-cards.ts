import type Stripe from 'stripe'
import { momentOf } from '../../base/ids.ts'
import { hour, type Instant } from '../../base/times.ts'
import type { CardProcessor, Charge, ChargeFinding, ChargeResult } from '../card-processor.ts'
import { intentParams, isAuthenticated, isStuck, limitsOf, ours, readToken, resultOf } from './charges.ts'
import { NoStripeAnswer, openStripeClient, type StripeClient, type StripeOptions } from './client.ts'
import { declineOf } from './declines.ts'
import { openHostedCard } from './hosted-card.ts'
import { findRefund, sendRefund } from './refunds.ts'
import { readAll, reportOf } from './report.ts'

const expand = ['latest_charge']

/**
 * Opens cards at Stripe (https://docs.stripe.com/api). A charge is a PaymentIntent that is confirmed at its
 * creation. Our ids are the idempotency keys. They are also in the metadata, because Stripe forgets the keys.
 */
export function openStripeCards(options: StripeOptions & { readonly now?: () => Instant }): CardProcessor {
  const client = openStripeClient(options)
  const { now = Date.now } = options
  const find = (charge: Charge): Promise<ChargeFinding> => findCharge(client, charge)
  return {
    tokenize: async () => {
      throw new Error('no card number passes through here: Stripe asks for it itself')
    },
    async charge(charge) {
      const found = isKeyForgotten(charge.id, now()) ? await find(charge) : unknown
      return found.kind === 'unknown' ? sendCharge(client, charge) : found
    },
    async answerChallenge(charge, isConfirmed) {
      const intent = await findIntent(client, charge)
      if (intent === undefined) throw new NoStripeAnswer('Stripe: a challenge of an unknown charge')
      return isConfirmed ? conclude(client, intent) : resultOf(await withdraw(client, intent.id))
    },
    find,
    async refund(refund) {
      const found = isKeyForgotten(refund.id, now()) ? await findRefund(client, refund) : unknown
      return found.kind === 'unknown' ? sendRefund(client, refund) : found
    },
    findRefund: (refund) => findRefund(client, refund),
    limits: limitsOf,
    report: (query) => reportOf(client, query),
    hostedCard: openHostedCard(client),
  }
}

const unknown = { kind: 'unknown' } as const

// Stripe keeps keys for 24 hours. An older id is searched for before it is sent again.
const keysKeptMs = 23 * hour

function isKeyForgotten(id: string, now: Instant): boolean {
  return Math.abs(now - momentOf(id)) > keysKeptMs
}

async function sendCharge(client: StripeClient, charge: Charge): Promise<ChargeResult> {
  const params = intentParams(charge)
  const answer = await client.ask((stripe, options) => stripe.paymentIntents.create(params, options), charge.id)
  if (answer.kind === 'answered') {
    return conclude(client, answer.isReplayed ? await readIntent(client, answer.value.id) : answer.value)
  }
  const { refusal } = answer
  if (refusal.isByBank || refusal.code === 'resource_missing') return declineOf(refusal)
  // The request was wrong, not the card.
  return { kind: 'declined', reason: 'unavailable', retry: 'later' }
}

async function findCharge(client: StripeClient, charge: Charge): Promise<ChargeFinding> {
  const intent = await findIntent(client, charge)
  return intent === undefined ? unknown : conclude(client, intent)
}

// Uses a list, which is up to date at once. Stripe's search may lag behind.
async function findIntent(client: StripeClient, charge: Charge): Promise<Stripe.PaymentIntent | undefined> {
  if (charge.reference !== '') return readIntent(client, charge.reference)
  const { customer } = readToken(charge.token)
  const params = { customer, limit: 100, expand: ['data.latest_charge'] }
  const intents = await readAll(client, (stripe) => stripe.paymentIntents.list(params))
  return intents.find(({ metadata }) => metadata[ours.charge] === charge.id)
}

function readIntent(client: StripeClient, id: string): Promise<Stripe.PaymentIntent> {
  return client.read((stripe) => stripe.paymentIntents.retrieve(id, { expand }))
}

async function conclude(client: StripeClient, intent: Stripe.PaymentIntent): Promise<ChargeResult> {
  // Only a charge that requires 3-D Secure is captured by hand. Without the customer's confirmation it is cancelled,
  // and so declined.
  if (intent.status === 'requires_capture')
    return resultOf(await (isAuthenticated(intent) ? capture(client, intent.id) : withdraw(client, intent.id)))
  if (!isStuck(intent)) return resultOf(intent)
  const result = resultOf(await withdraw(client, intent.id))
  const isUnasked = intent.status === 'requires_action' && result.kind === 'declined'
  return isUnasked ? { kind: 'declined', reason: 'customer_required', retry: 'by_customer' } : result
}

// Stripe refuses if another process has captured or cancelled the intent. Then the intent's state is the answer.
async function capture(client: StripeClient, id: string): Promise<Stripe.PaymentIntent> {
  const answer = await client.ask((stripe, options) => stripe.paymentIntents.capture(id, { expand }, options))
  return answer.kind === 'answered' ? answer.value : readIntent(client, id)
}

// Stripe refuses if it is too late. Then the intent's state is the answer.
async function withdraw(client: StripeClient, id: string): Promise<Stripe.PaymentIntent> {
  const params: Stripe.PaymentIntentCancelParams = { cancellation_reason: 'abandoned', expand }
  const answer = await client.ask((stripe, options) => stripe.paymentIntents.cancel(id, params, options))
  return answer.kind === 'answered' ? answer.value : readIntent(client, id)
}

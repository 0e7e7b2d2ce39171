import type { Card, CardLimits } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import type { Charge } from '../charges/charge.ts'
import { processorOf } from '../charges/processor.ts'
import { profileOf } from '../obligations/profiles.ts'
import type { Payment } from '../payments/payment.ts'
import { collectable, planTotal } from '../payments/payment-plan.ts'
import type { CardFacts, CollectionFacts } from '../plans/schedule.ts'
import type { Collection } from './collection.ts'

/** Returns the facts of a plan and its collection. `limits`: of the processor, in the payment's currency. */
export function collectionFactsOf(
  collection: Collection,
  payment: Payment,
  charges: readonly Charge[],
  limits: CardLimits,
): CollectionFacts {
  const later = charges.filter(({ kind }) => kind !== 'first')
  return {
    terms: payment.plan.chosen,
    currency: payment.currency,
    amountMinor: payment.amountMinor,
    startsAt: collection.startsAt,
    totalMinor: planTotal(payment),
    coveredMinor: payment.paidMinor + payment.writtenOffMinor,
    declinedAt: declinesOf(later),
    isDefaulted: collection.defaultedAt !== null,
    collectableMinor: collectable(payment),
    isOpen: payment.status === 'AUTHORIZED',
    lastCapturedAt: payment.captures.at(-1)?.createdAt ?? null,
    card: cardFactsOf(collection, later, limits),
    lastTriedAt: later.findLast(({ kind }) => kind === 'scheduled')?.createdAt ?? null,
    remindedFor: collection.remindedFor,
    isDisputed: payment.disputeId !== null,
    quietUntil: collection.quietUntil,
    isOneAMonth: profileOf(payment.currency).chargesAMonth !== undefined,
    lastChargedAt: later.findLast(({ kind, state }) => kind === 'scheduled' && state === 'approved')?.createdAt ?? null,
  }
}

/** Returns the facts with the limits of the payment's processor. */
export function factsOf(
  app: App,
  collection: Collection,
  payment: Payment,
  charges: readonly Charge[],
): CollectionFacts {
  return collectionFactsOf(collection, payment, charges, processorOf(app, payment.isTest).limits(payment.currency))
}

function cardFactsOf(
  { card, cardSince, startsAt }: Collection,
  later: readonly Charge[],
  limits: CardLimits,
): CardFacts {
  const sameCard = later.filter((charge) => isSameCard(charge.card, card))
  // A charge in flight at the change belongs to the former card.
  const since = sameCard.filter((charge) => charge.createdAt >= cardSince && charge.card.token === card.token)
  const last = since.findLast(({ settledAt }) => settledAt !== null)
  // A final decline stays final if the same card is entered again.
  const isRefused = sameCard.some((charge) => adviceOf(charge) === 'never')
  return {
    since: cardSince === startsAt ? null : cardSince,
    declinedAt: declinesOf(sameCard),
    declinedSinceAt: declinesOf(since),
    advice: isRefused ? 'never' : last === undefined ? 'retry' : adviceOf(last),
    limits,
  }
}

// A charge that arrived too late and was voided counts as declined.
function declinesOf(charges: readonly Charge[]): number[] {
  return charges.flatMap(({ state, settledAt }) => (settledAt === null || state === 'approved' ? [] : [settledAt]))
}

function adviceOf({ state, declineRetry }: Charge): CardFacts['advice'] {
  if (state === 'approved') return 'retry'
  if (declineRetry === 'never' || declineRetry === 'with_another_card') return 'never'
  return declineRetry === 'by_customer' ? 'not_alone' : 'retry'
}

// The token does not identify a card: the processor gives another one each time the card is typed.
function isSameCard(one: Card, other: Card): boolean {
  return (
    one.brand === other.brand &&
    one.lastFour === other.lastFour &&
    one.expiryMonth === other.expiryMonth &&
    one.expiryYear === other.expiryYear
  )
}

import type { Card } from '../../platform/adapters/card-processor.ts'
import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/money.ts'
import type { Instant } from '../../platform/base/times.ts'
import { planAt } from '../plans/plan.ts'
import { type CollectionFacts, nextStep } from '../plans/schedule.ts'

/** What the service does by itself about the later parts of a payment, and for whom. */
export interface Collection {
  readonly merchantId: MerchantId
  readonly paymentId: PaymentId
  readonly isTest: boolean
  /** Whoever wants to charge contends for it by its version. */
  readonly version: number
  /** The customer's, E.164; empty where there is none. */
  readonly phone: string
  readonly currency: Currency
  readonly lang: 'en' | 'ar'
  readonly authorizedAt: Instant
  /** The card that later parts are charged to, and since when. */
  readonly card: Card
  readonly cardSince: Instant
  /** What the card's network called the charge that began the agreement. */
  readonly networkReference: string
  /** The charge under way. */
  readonly chargeId: string | null
  /** The last due date that the customer was reminded of, YYYY-MM-DD. */
  readonly remindedFor: string | null
  readonly defaultedAt: Instant | null
  /** Whether something was overdue when it was last looked at. */
  readonly isFailing: boolean
  /** When the next thing happens by itself, by the merchant's clock; null where nothing does, or a charge is under way. */
  readonly dueAt: Instant | null
}

/** The collection with what happens next by itself, and whether it is failing, by what is known now. */
export function scheduled(collection: Collection, facts: CollectionFacts, now: Instant): Collection {
  const { status } = planAt(facts, now)
  return {
    ...collection,
    isFailing: status === 'overdue' || status === 'defaulted',
    dueAt: collection.chargeId === null ? (nextStep(facts, now)?.at ?? null) : null,
  }
}

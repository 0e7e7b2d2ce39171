import type { Card } from '../../platform/adapters/card-processor.ts'
import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import type { Instant } from '../../platform/base/times.ts'
import { planAt } from '../plans/plan.ts'
import { type CollectionFacts, nextStep } from '../plans/schedule.ts'

/** The collection of a payment's later parts, and its customer. */
export interface Collection {
  readonly merchantId: MerchantId
  readonly paymentId: PaymentId
  readonly isTest: boolean
  /** Processes that charge contend for it. */
  readonly version: number
  /** The customer's phone, E.164, or empty. */
  readonly phone: string
  readonly currency: Currency
  readonly lang: 'en' | 'ar'
  /**
   * The first charge's creation: due dates count from its day, which the customer agreed to
   * (docs/contract/money.md#the-plan).
   */
  readonly startsAt: Instant
  /** The card for later parts, and since when. */
  readonly card: Card
  readonly cardSince: Instant
  /** The card network's reference of the first charge. */
  readonly networkReference: string
  /** The charge in flight. */
  readonly chargeId: string | null
  /** The last due date with a reminder, YYYY-MM-DD. */
  readonly remindedFor: string | null
  readonly defaultedAt: Instant | null
  /** After a dispute: nothing is charged before this time. */
  readonly quietUntil: Instant | null
  /** Whether a part was overdue at the last save. */
  readonly isFailing: boolean
  /** When the next step is due, by the merchant's clock; null without a step, or while a charge is in flight. */
  readonly dueAt: Instant | null
}

/** Returns the collection with the time of its next step, and whether it is failing. */
export function scheduled(collection: Collection, facts: CollectionFacts, now: Instant): Collection {
  const { status } = planAt(facts, now)
  return {
    ...collection,
    isFailing: status === 'overdue' || status === 'defaulted',
    dueAt: collection.chargeId === null ? (nextStep(facts, now)?.at ?? null) : null,
  }
}

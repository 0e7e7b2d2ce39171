import { type Dispute, type DisputeReason, type EventType, timeLeft } from '../../../money/disputes/dispute.ts'
import type { DisputeStatus } from '../../../money/disputes/states.ts'
import type { challengeReasons } from '../../../money/disputes/transitions/merchant.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Tone } from '../../../platform/ui/back-office/components/status.ts'
import type { DashboardWords } from '../words/words.ts'

const tones: Readonly<Record<DisputeStatus, Tone>> = {
  new: 'bad',
  in_progress: 'wait',
  evidence_merchant: 'bad',
  evidence_customer: 'wait',
  refunded: 'soft',
  declined: 'good',
  cancelled: 'soft',
}

/** The list filter for all disputes that wait for the merchant. The API has no such status. */
export const toAnswer = 'to_answer'

/** Returns the status of a dispute as a text and its tone. */
export function statusOf(
  status: DisputeStatus,
  { texts }: DashboardWords,
): { readonly tone: Tone; readonly text: string } {
  const words: Readonly<Record<DisputeStatus, string>> = {
    new: texts.disputeNew,
    in_progress: texts.disputeInReview,
    evidence_merchant: texts.disputeAsksYou,
    evidence_customer: texts.disputeAsksCustomer,
    refunded: texts.disputeRefunded,
    declined: texts.disputeDeclined,
    cancelled: texts.disputeCancelled,
  }
  return { tone: tones[status], text: words[status] }
}

export function reasonText(reason: DisputeReason, { texts }: DashboardWords): string {
  const words: Readonly<Record<DisputeReason, string>> = {
    unreceived_refund: texts.reasonUnreceivedRefund,
    identity_theft: texts.reasonIdentityTheft,
    product_issue: texts.reasonProductIssue,
    not_delivered: texts.reasonNotDelivered,
  }
  return words[reason]
}

export type ChallengeReason = (typeof challengeReasons)[number]

/** The only reason that proposes another amount. */
export const otherAmount: ChallengeReason = 'merchant_reason_order_amount_should_be_different'

export function challengeReasonText(reason: string, { texts }: DashboardWords): string {
  const words: Readonly<Record<ChallengeReason, string>> = {
    merchant_reason_order_on_its_way: texts.challengeOnItsWay,
    merchant_reason_order_has_been_already_delivered: texts.challengeDelivered,
    merchant_reason_problem_with_delivery: texts.challengeDeliveryProblem,
    merchant_reason_order_amount_should_be_different: texts.challengeOtherAmount,
    merchant_reason_other: texts.challengeOther,
  }
  return words[reason as ChallengeReason] ?? reason
}

/** Returns the time until a dispute is decided without an answer; undefined if it waits for none. */
export function leftText(dispute: Pick<Dispute, 'dueAt'>, now: Instant, { texts }: DashboardWords): string | undefined {
  const left = timeLeft(dispute, now)
  return left && (left.unit === 'hours' ? texts.hoursLeft(left.count) : texts.daysLeft(left.count))
}

/** Returns a sentence about a dispute's event. */
export function eventText(eventType: EventType, { texts }: DashboardWords): string {
  const words: Readonly<Record<EventType, string>> = {
    dispute_created: texts.eventCreated,
    dispute_approved: texts.eventApproved,
    dispute_in_arbitration: texts.eventChallenged,
    merchant_14d_unresponsive: texts.eventMerchantSilent,
    dispute_canceled: texts.eventWithdrawn,
    evidence_merchant: texts.eventAsksMerchant,
    evidence_customer: texts.eventAsksCustomer,
    evidence_merchant_provided: texts.eventEvidence,
    evidence_customer_provided: texts.eventEvidence,
    customer_14d_unresponsive: texts.eventCustomerSilent,
    dispute_declined: texts.eventDeclined,
    dispute_amount_changed: texts.eventAmount,
    dispute_comment_added: texts.eventComment,
  }
  return words[eventType]
}

import type { DisputeAction } from '../../../money/disputes/actions/act-on-dispute.ts'
import type { Dispute, EventType } from '../../../money/disputes/dispute.ts'
import { type DisputeTransition, statusAfter } from '../../../money/disputes/states.ts'
import type { ActivityKind } from '../../../platform/people/activities/kinds.ts'

/** The names of support's decisions: as the form sends them, and in the address afterwards. */
export type DecisionName =
  | 'refund'
  | 'refund-amount'
  | 'decline'
  | 'ask-merchant'
  | 'ask-customer'
  | 'accept-amount'
  | 'comment'

export interface Decision {
  readonly name: DecisionName
  readonly action: Extract<DisputeAction, 'request-evidence' | 'comment' | 'accept-amount' | 'refund' | 'decline'>
  /** The transition in the state table. */
  readonly transition: DisputeTransition
  /** The event that it adds to the history. */
  readonly eventType: EventType
  /** The kind of activity in the log. */
  readonly kind: ActivityKind
  /** Whether it requires a text. */
  readonly needsText: boolean
  /** Whether it closes the dispute for good. */
  readonly isFinal: boolean
}

const refunds = {
  action: 'refund',
  transition: 'refund',
  eventType: 'dispute_approved',
  kind: 'dispute_refund',
  isFinal: true,
} as const

const questions = {
  action: 'request-evidence',
  kind: 'dispute_request_evidence',
  needsText: true,
  isFinal: false,
} as const

/** Support's decisions on a dispute (docs/contract/disputes.md#support-and-customer), in the order of the panel. */
export const decisions: readonly Decision[] = [
  { ...refunds, name: 'refund', needsText: false },
  { ...refunds, name: 'refund-amount', needsText: true },
  {
    ...{ name: 'decline', action: 'decline', transition: 'decline', eventType: 'dispute_declined' },
    ...{ kind: 'dispute_decline', needsText: false, isFinal: true },
  },
  { ...questions, name: 'ask-merchant', transition: 'ask_merchant', eventType: 'evidence_merchant' },
  { ...questions, name: 'ask-customer', transition: 'ask_customer', eventType: 'evidence_customer' },
  {
    ...{ name: 'accept-amount', action: 'accept-amount', transition: 'accept_amount' },
    ...{ eventType: 'dispute_amount_changed', kind: 'dispute_accept_amount', needsText: false, isFinal: false },
  },
  {
    ...{ name: 'comment', action: 'comment', transition: 'comment', eventType: 'dispute_comment_added' },
    ...{ kind: 'dispute_comment', needsText: true, isFinal: false },
  },
]

/** Returns the decision of this name; undefined for any other text. */
export function findDecision(name: string | undefined): Decision | undefined {
  return decisions.find((one) => one.name === name)
}

/** Whether the dispute's current state allows the decision. */
export function isPossible({ name, transition }: Decision, dispute: Dispute): boolean {
  if (name === 'accept-amount' && dispute.proposedMinor === null) return false
  // One minor unit has no smaller amount.
  if (name === 'refund-amount' && dispute.amountMinor <= 1n) return false
  return statusAfter(dispute.status, transition) !== undefined
}

import type { DisputeAction } from '../../../money/disputes/actions/act-on-dispute.ts'
import type { Dispute, EventType } from '../../../money/disputes/dispute.ts'
import { type DisputeTransition, statusAfter } from '../../../money/disputes/states.ts'
import type { ActivityKind } from '../../../platform/people/activities/kinds.ts'

export type MoveName = Extract<DisputeAction, 'request-evidence' | 'comment' | 'accept-amount' | 'refund' | 'decline'>

export interface Move {
  readonly name: MoveName
  /** The transition in the state table. */
  readonly transition: DisputeTransition
  /** The kind of activity in the log. */
  readonly kind: ActivityKind
  /** Whether the move requires a text. */
  readonly needsText: boolean
}

/** Support's moves on a dispute (docs/contract/disputes.md#support-and-customer). */
export const moves: readonly Move[] = [
  {
    name: 'request-evidence',
    transition: 'ask_merchant',
    kind: 'dispute_request_evidence',
    needsText: true,
  },
  { name: 'accept-amount', transition: 'accept_amount', kind: 'dispute_accept_amount', needsText: false },
  { name: 'refund', transition: 'refund', kind: 'dispute_refund', needsText: false },
  { name: 'decline', transition: 'decline', kind: 'dispute_decline', needsText: false },
  { name: 'comment', transition: 'comment', kind: 'dispute_comment', needsText: true },
]

export function moveOf(name: MoveName): Move {
  const move = moves.find((one) => one.name === name)
  if (move === undefined) throw new Error(`${name} is no move of support's`)
  return move
}

/** The side that is asked for evidence. */
export type Side = 'merchant' | 'customer'

const events: Readonly<Record<Exclude<MoveName, 'request-evidence'>, EventType>> = {
  comment: 'dispute_comment_added',
  'accept-amount': 'dispute_amount_changed',
  refund: 'dispute_approved',
  decline: 'dispute_declined',
}

/** Returns the event that the move adds to the history. */
export function eventOf(name: MoveName, from: Side): EventType {
  return name === 'request-evidence' ? `evidence_${from}` : events[name]
}

/** Whether the dispute's current state allows the move. */
export function isPossible({ name, transition }: Move, dispute: Dispute): boolean {
  if (name === 'accept-amount' && dispute.proposedMinor === null) return false
  return statusAfter(dispute.status, transition) !== undefined
}

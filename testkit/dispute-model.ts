// A model of one dispute, independent of the service. `payment-model.ts` has the effects on the payment. Amounts in
// minor units, time in minutes.

export interface ModelDispute {
  readonly id: string
  readonly status: string
  readonly minor: number
  /** The amount that the merchant offers to refund instead. */
  readonly proposed: number | undefined
  readonly openedAt: number
  readonly dueAt: number | undefined
  /** Whether the merchant has sent evidence since the last request for it. */
  readonly isShown: boolean
}

export type DisputeMove =
  | { readonly do: 'approve' | 'withdraw' | 'merchant-evidence' | 'provide-evidence' }
  | { readonly do: 'refund' | 'decline' | 'accept-amount' | 'comment' }
  | { readonly do: 'challenge'; readonly minor: number | undefined }
  | { readonly do: 'request-evidence'; readonly from: 'merchant' | 'customer' }

const day = 24 * 60
const answeredAfter = 14 * day

export function openDispute(id: string, minor: number, now: number): ModelDispute {
  const dueAt = now + answeredAfter
  return { id, status: 'new', minor, proposed: undefined, openedAt: now, dueAt, isShown: false }
}

export function isActive(dispute: ModelDispute | undefined): boolean {
  return dispute !== undefined && !['refunded', 'declined', 'cancelled'].includes(dispute.status)
}

/** Returns the remaining days for an answer, as the API shows them. */
export function daysLeft(dispute: ModelDispute, now: number): number {
  return isActive(dispute) ? Math.max(0, Math.ceil((dispute.openedAt + answeredAfter - now) / day)) : 0
}

/** Returns the dispute after its deadline passed without an answer. */
export function lapse(dispute: ModelDispute): ModelDispute {
  return ended(dispute, dispute.status === 'evidence_customer' ? 'declined' : 'refunded')
}

/** Returns the dispute after a move, or undefined if the move is refused. */
export function moveDispute(dispute: ModelDispute, move: DisputeMove, now: number): ModelDispute | undefined {
  if (move.do === 'comment') return dispute
  if (!isActive(dispute)) return undefined
  switch (move.do) {
    case 'approve':
      return ended(dispute, 'refunded')
    case 'withdraw':
      return ended(dispute, 'cancelled')
    case 'challenge':
      if (dispute.status !== 'new' || (move.minor ?? 0) >= dispute.minor) return undefined
      return reviewed({ ...dispute, proposed: move.minor })
    case 'merchant-evidence':
      return showMerchants(dispute)
    case 'provide-evidence':
      return dispute.status === 'evidence_customer' ? reviewed(dispute) : undefined
    default:
      return dispute.status === 'in_progress' ? support(dispute, move, now) : undefined
  }
}

function showMerchants(dispute: ModelDispute): ModelDispute | undefined {
  if (dispute.isShown || dispute.status === 'evidence_customer') return undefined
  const after = { ...dispute, isShown: true }
  return dispute.status === 'evidence_merchant' ? reviewed(after) : after
}

function support(dispute: ModelDispute, move: DisputeMove, now: number): ModelDispute | undefined {
  if (move.do === 'refund') return ended(dispute, 'refunded')
  if (move.do === 'decline') return ended(dispute, 'declined')
  if (move.do === 'request-evidence') {
    const isShown = move.from === 'merchant' ? false : dispute.isShown
    return { ...dispute, status: `evidence_${move.from}`, dueAt: now + answeredAfter, isShown }
  }
  return dispute.proposed === undefined ? undefined : { ...dispute, minor: dispute.proposed, proposed: undefined }
}

function ended(dispute: ModelDispute, status: string): ModelDispute {
  return { ...dispute, status, dueAt: undefined }
}

function reviewed(dispute: ModelDispute): ModelDispute {
  return { ...dispute, status: 'in_progress', dueAt: undefined }
}

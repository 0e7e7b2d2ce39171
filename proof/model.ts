import type { Movement } from './history.ts'

// Payments, their disputes and the merchant's clock, said once more and as plainly as can be, to hold the service against.
// Amounts in minor units, time in minutes.

export const amount = 100_00
const pageShutAfter = 20
const expiresAfter = 30
const capturedAfter = 21 * 24 * 60
const answeredAfter = 14 * 24 * 60

export interface ModelDispute {
  readonly id: string
  status: string
  minor: number
  proposed: number | undefined
  due: number | undefined
  /** Whether the merchant has shown evidence since it was last asked. */
  shown: boolean
}

export interface ModelPayment {
  readonly id: string
  status: 'CREATED' | 'AUTHORIZED' | 'CLOSED' | 'REJECTED' | 'EXPIRED'
  orderReference: string
  /** When the customer cannot pay any more, a while before it expires. */
  readonly shutAt: number
  due: number | undefined
  readonly captures: Movement[]
  readonly refunds: Movement[]
  /** The newest one. */
  dispute: ModelDispute | undefined
}

export type DisputeMove =
  | { readonly do: 'approve' | 'withdraw' | 'merchant-evidence' | 'provide-evidence' }
  | { readonly do: 'refund' | 'decline' | 'accept-amount' | 'comment' }
  | { readonly do: 'challenge'; readonly minor: number | undefined }
  | { readonly do: 'request-evidence'; readonly from: 'merchant' | 'customer' }

/** True: it is done. A text: it is refused, with these words. False: it is refused. */
export type Expected = boolean | string

export class Model {
  now = 0
  readonly payments: ModelPayment[] = []

  add(id: string): ModelPayment {
    const [shutAt, due] = [this.now + pageShutAfter, this.now + expiresAfter]
    const payment: ModelPayment = {
      ...{ id, status: 'CREATED', orderReference: '1001', shutAt, due, captures: [], refunds: [], dispute: undefined },
    }
    this.payments.push(payment)
    return payment
  }

  /** The same moment as a time at which something falls due is left to chance; so close to one no clock is put. */
  isNearDue(at: number): boolean {
    const dues = this.payments.flatMap(({ due, shutAt, dispute }) => [due, shutAt, dispute?.due])
    return dues.some((due) => due !== undefined && Math.abs(due - at) < 2)
  }

  wait(minutes: number): void {
    this.now += minutes
    for (const payment of this.payments) {
      if (payment.due !== undefined && payment.due <= this.now) this.settle(payment)
      const { dispute } = payment
      if (dispute?.due === undefined || dispute.due > this.now) continue
      if (dispute.status === 'evidence_customer') end(dispute, 'declined')
      else payBack(payment, dispute)
    }
  }

  private settle(payment: ModelPayment): void {
    payment.due = undefined
    if (payment.status === 'CREATED') {
      payment.status = 'EXPIRED'
      return
    }
    payment.captures.push({ reference: `auto-capture-${payment.id}`, minor: amount - total(payment.captures) })
    payment.status = 'CLOSED'
  }

  decide(payment: ModelPayment, status: 'AUTHORIZED' | 'REJECTED' | 'EXPIRED'): Expected {
    const isShut = status === 'AUTHORIZED' && this.now >= payment.shutAt
    if (payment.status !== 'CREATED' || isShut) return 'payment is not waiting for the customer'
    payment.status = status
    payment.due = status === 'AUTHORIZED' ? this.now + capturedAfter : undefined
    return true
  }

  capture(payment: ModelPayment, movement: Movement): Expected {
    if (isReplay(payment.captures, movement)) return true
    if (payment.status === 'CLOSED') return 'already closed'
    if (payment.status !== 'AUTHORIZED') return 'could not capture not authorized payments'
    const captured = total(payment.captures) + movement.minor
    if (captured > amount) return 'could not capture more than not captured yet'
    payment.captures.push(movement)
    if (captured === amount) close(payment)
    return true
  }

  close(payment: ModelPayment): Expected {
    if (payment.status === 'CLOSED') return 'already closed'
    if (payment.status !== 'AUTHORIZED') return 'only authorized payments can be closed'
    close(payment)
    return true
  }

  refund(payment: ModelPayment, movement: Movement): Expected {
    if (isReplay(payment.refunds, movement)) return true
    if (payment.status !== 'CLOSED' || payment.captures.length === 0) {
      return 'can not refund payment that has no captures and not closed'
    }
    if (isActive(payment.dispute)) return 'payment is disputed'
    if (movement.minor > left(payment)) return 'refund amount should be less or equal than billed amount'
    payment.refunds.push(movement)
    return true
  }

  /** Whether a dispute may be opened; if so it is, under the id that it was really given. */
  open(payment: ModelPayment, minor: number | undefined, id: string | undefined): boolean {
    const most = left(payment)
    if (payment.status !== 'CLOSED' || isActive(payment.dispute) || most === 0 || (minor ?? 0) > most) return false
    const due = this.now + answeredAfter
    const opened = { id: id ?? '', status: 'new', minor: minor ?? most, proposed: undefined, due, shown: false }
    payment.dispute = opened
    return true
  }

  move(payment: ModelPayment, dispute: ModelDispute, move: DisputeMove): boolean {
    if (move.do === 'comment') return true
    if (!isActive(dispute)) return false
    switch (move.do) {
      case 'approve':
        return payBack(payment, dispute)
      case 'withdraw':
        return end(dispute, 'cancelled')
      case 'challenge':
        if (dispute.status !== 'new' || (move.minor ?? 0) >= dispute.minor) return false
        dispute.proposed = move.minor
        return review(dispute)
      case 'merchant-evidence':
        if (dispute.shown || dispute.status === 'evidence_customer') return false
        dispute.shown = true
        return dispute.status === 'evidence_merchant' ? review(dispute) : true
      case 'provide-evidence':
        return dispute.status === 'evidence_customer' && review(dispute)
      default:
        return dispute.status === 'in_progress' && this.support(payment, dispute, move)
    }
  }

  private support(payment: ModelPayment, dispute: ModelDispute, move: DisputeMove): boolean {
    if (move.do === 'refund') return payBack(payment, dispute)
    if (move.do === 'decline') return end(dispute, 'declined')
    if (move.do === 'request-evidence') {
      dispute.status = `evidence_${move.from}`
      dispute.due = this.now + answeredAfter
      if (move.from === 'merchant') dispute.shown = false
      return true
    }
    if (dispute.proposed === undefined) return false
    dispute.minor = dispute.proposed
    dispute.proposed = undefined
    return true
  }
}

export function isActive(dispute: ModelDispute | undefined): boolean {
  return dispute !== undefined && !['refunded', 'declined', 'cancelled'].includes(dispute.status)
}

function total(movements: readonly Movement[]): number {
  return movements.reduce((all, { minor }) => all + minor, 0)
}

function left({ captures, refunds }: ModelPayment): number {
  return total(captures) - total(refunds)
}

function isReplay(earlier: readonly Movement[], { reference }: Movement): boolean {
  return reference !== '' && earlier.some((movement) => movement.reference === reference)
}

function close(payment: ModelPayment): void {
  payment.status = 'CLOSED'
  payment.due = undefined
}

function payBack(payment: ModelPayment, dispute: ModelDispute): true {
  payment.refunds.push({ reference: `dispute-${dispute.id}`, minor: dispute.minor })
  return end(dispute, 'refunded')
}

function end(dispute: ModelDispute, status: string): true {
  dispute.status = status
  dispute.due = undefined
  return true
}

function review(dispute: ModelDispute): true {
  dispute.status = 'in_progress'
  dispute.due = undefined
  return true
}

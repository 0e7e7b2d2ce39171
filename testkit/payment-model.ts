import * as disputes from './dispute-model.ts'

// A model of the rules of payments, independent of the service. It is immutable: a move returns another payment, or a
// text if the move is refused. The text is the expected refusal; an empty one means any refusal. Amounts in minor
// units, time in minutes.

export interface Movement {
  readonly reference: string
  readonly minor: number
}

/** The visible part of a payment; references are in the order of their movements. */
export interface VisiblePayment {
  readonly status: string
  readonly captures: readonly Movement[]
  readonly refunds: readonly Movement[]
}

export interface ModelPayment extends VisiblePayment {
  readonly id: string
  readonly amount: number
  readonly status: 'CREATED' | 'AUTHORIZED' | 'CLOSED' | 'REJECTED' | 'EXPIRED'
  readonly orderReference: string
  /** The time from which the customer cannot pay any more, a while before the payment expires. */
  readonly shutAt: number
  readonly dueAt: number | undefined
  /** The latest one. */
  readonly dispute: disputes.ModelDispute | undefined
}

export type Outcome = ModelPayment | string

const pageShutAfter = 20
const expiresAfter = 30
const capturedAfter = 21 * 24 * 60

export function createPayment(id: string, amount: number, now: number): ModelPayment {
  const [shutAt, dueAt] = [now + pageShutAfter, now + expiresAfter]
  const nothing = { captures: [], refunds: [], dispute: undefined }
  return { id, amount, status: 'CREATED', orderReference: '1001', shutAt, dueAt, ...nothing }
}

export function decide(payment: ModelPayment, status: 'AUTHORIZED' | 'REJECTED' | 'EXPIRED', now: number): Outcome {
  const isShut = status === 'AUTHORIZED' && now >= payment.shutAt
  if (payment.status !== 'CREATED' || isShut) return 'payment is not waiting for the customer'
  return { ...payment, status, dueAt: status === 'AUTHORIZED' ? now + capturedAfter : undefined }
}

export function capture(payment: ModelPayment, movement: Movement): Outcome {
  if (isReplay(payment.captures, movement)) return payment
  if (payment.status === 'CLOSED') return 'already closed'
  if (payment.status !== 'AUTHORIZED') return 'could not capture not authorized payments'
  if (movement.minor <= 0) return ''
  const captured = sum(payment.captures) + movement.minor
  if (captured > payment.amount) return 'could not capture more than not captured yet'
  const after = { ...payment, captures: [...payment.captures, movement] }
  return captured === payment.amount ? closed(after) : after
}

export function close(payment: ModelPayment): Outcome {
  if (payment.status === 'CLOSED') return 'already closed'
  return payment.status === 'AUTHORIZED' ? closed(payment) : 'only authorized payments can be closed'
}

export function refund(payment: ModelPayment, movement: Movement): Outcome {
  if (isReplay(payment.refunds, movement)) return payment
  if (payment.status !== 'CLOSED' || payment.captures.length === 0) {
    return 'can not refund payment that has no captures and not closed'
  }
  if (disputes.isActive(payment.dispute)) return 'payment is disputed'
  if (movement.minor > leftToRefund(payment)) return 'refund amount should be less or equal than billed amount'
  return movement.minor <= 0 ? '' : refunded(payment, movement)
}

export function updateReference(payment: ModelPayment, orderReference: string): ModelPayment {
  return { ...payment, orderReference }
}

/** Applies everything that is due by then: expiry, automatic capture, the end of a dispute. */
export function settle(payment: ModelPayment, now: number): ModelPayment {
  const { id, amount, status, captures, dueAt, dispute } = payment
  if (dispute?.dueAt !== undefined && dispute.dueAt <= now) return withDispute(payment, disputes.lapse(dispute))
  if (dueAt === undefined || dueAt > now) return payment
  if (status === 'CREATED') return { ...payment, status: 'EXPIRED', dueAt: undefined }
  const rest = { reference: `auto-capture-${id}`, minor: amount - sum(captures) }
  return closed({ ...payment, captures: [...captures, rest] })
}

/** Opens a dispute of this amount, by default of everything that can be refunded. */
export function openDispute(payment: ModelPayment, minor: number | undefined, id: string, now: number): Outcome {
  const left = leftToRefund(payment)
  if (payment.status !== 'CLOSED' || disputes.isActive(payment.dispute) || left === 0) return ''
  if (minor !== undefined && (minor > left || minor <= 0)) return ''
  return { ...payment, dispute: disputes.openDispute(id, minor ?? left, now) }
}

/** Moves the latest dispute. */
export function moveDispute(payment: ModelPayment, move: disputes.DisputeMove, now: number): Outcome {
  const moved = payment.dispute && disputes.moveDispute(payment.dispute, move, now)
  return moved === undefined ? '' : withDispute(payment, moved)
}

/** Returns the statuses in the notifications about the change from one payment to the other, in order. */
export function announcementsOf(before: ModelPayment, after: ModelPayment): string[] {
  const status = after.status.toLowerCase()
  const isKnownToShop = after.status === 'AUTHORIZED' || after.status === 'CLOSED'
  const notifications = after.captures.length > before.captures.length ? ['authorized'] : []
  if (after.status !== before.status || after.refunds.length > before.refunds.length) return [...notifications, status]
  return after.orderReference !== before.orderReference && isKnownToShop ? [status] : notifications
}

export function sum(movements: readonly Movement[]): number {
  return movements.reduce((total, { minor }) => total + minor, 0)
}

function leftToRefund({ captures, refunds }: ModelPayment): number {
  return sum(captures) - sum(refunds)
}

function isReplay(earlier: readonly Movement[], { reference }: Movement): boolean {
  return reference !== '' && earlier.some((movement) => movement.reference === reference)
}

function closed(payment: ModelPayment): ModelPayment {
  return { ...payment, status: 'CLOSED', dueAt: undefined }
}

function refunded(payment: ModelPayment, movement: Movement): ModelPayment {
  return { ...payment, refunds: [...payment.refunds, movement] }
}

function withDispute(payment: ModelPayment, dispute: disputes.ModelDispute): ModelPayment {
  const after = { ...payment, dispute }
  const isPaidBack = dispute.status === 'refunded' && payment.dispute?.status !== 'refunded'
  return isPaidBack ? refunded(after, { reference: `dispute-${dispute.id}`, minor: dispute.minor }) : after
}

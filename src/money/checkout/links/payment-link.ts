import type { Instant } from '../../../platform/base/times.ts'
import type { Session } from '../sessions/session.ts'

/** A link that somebody made for an order: the address of its session's page, given to a customer by hand. */
export interface PaymentLink {
  readonly id: string
  /** The e-mail of who made it. */
  readonly madeBy: string
  readonly madeAt: Instant
  /** How often it was sent to the customer's phone. */
  readonly sends: number
  readonly sentAt: Instant | null
  readonly session: Session
}

import type { Instant } from '../../../platform/base/times.ts'
import type { Session } from '../sessions/session.ts'

/** A payment link: the address of a session's page, which a person sends to a customer. */
export interface PaymentLink {
  readonly id: string
  /** The e-mail of the person who created it. */
  readonly madeBy: string
  readonly madeAt: Instant
  /** The number of messages to the customer's phone. */
  readonly sends: number
  readonly sentAt: Instant | null
  readonly session: Session
}

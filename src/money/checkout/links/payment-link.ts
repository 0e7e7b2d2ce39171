import type { Instant } from '../../../platform/base/times.ts'
import { type Session, statusOf } from '../sessions/session.ts'

/** A payment link: an address that a person sends to a customer. Each browser that opens it gets a checkout session. */
export interface PaymentLink {
  readonly id: string
  /** The secret of its address; null: the link is the address of its session, as links of a version before are. */
  readonly token: string | null
  /** The e-mail of the person who created it. */
  readonly madeBy: string
  readonly madeAt: Instant
  /** When it ends; null for a link without a token. */
  readonly endsAt: Instant | null
  readonly cancelledAt: Instant | null
  readonly paidAt: Instant | null
  /** The number of messages to the customer's phone. */
  readonly sends: number
  readonly sentAt: Instant | null
  /** The number of browsers that opened it. */
  readonly opens: number
  readonly openedAt: Instant | null
  /** The session that was paid, else the latest one. Its payment has the order. */
  readonly session: Session
}

/** `refused`: the order cannot be paid in parts, and nobody ever could pay with the link. */
export type LinkStatus = 'open' | 'paid' | 'refused' | 'ended' | 'cancelled'

/** Returns a link's status. A session of the link that is refused, cancelled or expired does not end the link. */
export function linkStatusOf(link: PaymentLink, now: Instant): LinkStatus {
  const { endsAt, cancelledAt, paidAt, session } = link
  if (endsAt === null) return statusOfSession[statusOf(session, now)]
  if (paidAt !== null) return 'paid'
  if (cancelledAt !== null) return 'cancelled'
  return now < endsAt ? 'open' : 'ended'
}

const statusOfSession = { created: 'open', approved: 'paid', rejected: 'refused', expired: 'ended' } as const

/** Returns the address of a link, which never changes. */
export function linkUrl(token: string, baseUrl: string): string {
  return `${baseUrl}${linkPath}${token}`
}

/** The path of links, before their token. Below the payment page's, so that the browser's cookie is sent. */
export const linkPath = '/hpp/link/'

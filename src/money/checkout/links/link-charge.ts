import type { App } from '../../../platform/app/app.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Charge } from '../../charges/charge.ts'
import { findCharge } from '../../charges/charges.ts'
import type { LinkState } from '../progress/progress.ts'
import type { Session } from '../sessions/session.ts'
import { findLinkState, lockOpenLink, setLinkCharge, setLinkPaid } from '../store/link-sessions.ts'

const liveStates: readonly string[] = ['open', 'challenged', 'approved']

/**
 * Reserves a payment link for a first charge that is about to be stored in this transaction. Returns false if the link
 * is over, or another first charge of the link is in flight or approved: of all sessions of a link one is charged. A
 * declined charge frees the link.
 */
export async function reserveLink(tx: Tx, linkId: string, charge: Charge): Promise<boolean> {
  const { merchantId, id: chargeId } = charge
  const [link] = await tx.run(lockOpenLink, { merchantId, linkId, now: charge.createdAt })
  if (link === undefined) return false
  const holder = link.charge_id === null ? undefined : await findCharge({ db: tx }, { merchantId, id: link.charge_id })
  if (holder !== undefined && liveStates.includes(holder.state)) return false
  await tx.run(setLinkCharge, { merchantId, linkId, chargeId })
  return true
}

/**
 * Stores that a link was paid by this charge. Returns false, so that the charge is voided, if another payment of the
 * link is authorized, or the link was cancelled.
 */
export async function settleLink(tx: Tx, linkId: string, charge: Charge, at: Instant): Promise<boolean> {
  const { merchantId, paymentId, id: chargeId } = charge
  return (await tx.run(setLinkPaid, { merchantId, linkId, paymentId, chargeId, at })).length > 0
}

/** Returns the link that opened a session: its token, and its state for the session. */
export async function findLinkOfSession(
  app: App,
  { linkId, payment }: Pick<Session, 'linkId' | 'payment'>,
): Promise<{ readonly token: string | null; readonly state: LinkState }> {
  const { merchantId } = payment
  const [link] = linkId === null ? [] : await app.db.run(findLinkState, { merchantId, linkId })
  if (link === undefined) return { token: null, state: 'open' }
  const { token, charge_id: chargeId } = link
  if (link.paid_at !== null || link.cancelled_at !== null) return { token, state: 'over' }
  const holder = chargeId === null ? undefined : await findCharge(app, { merchantId, id: chargeId })
  const isReserved = holder !== undefined && holder.paymentId !== payment.id && liveStates.includes(holder.state)
  return { token, state: isReserved ? 'reserved' : 'open' }
}

import type { App } from '../../../platform/app/app.ts'
import type { WithChange } from '../../../platform/db/db.ts'
import { retryConflicts } from '../../../platform/db/optimistic-concurrency.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import { refusals } from '../refusals.ts'
import { cancelSession, expireSessionWithin, getSession } from '../sessions/sessions.ts'
import { listOpenLinkSessions, lockOpenLink, setLinkCancelled } from '../store/link-sessions.ts'
import { getLink } from './links.ts'
import { linkStatusOf } from './payment-link.ts'

/**
 * Cancels an open link and all its open sessions, in one transaction with `inSameTransaction`. A charge in flight is
 * voided when it arrives. Refuses a link that is over; one that ended meanwhile stays ended.
 */
export async function cancelLink(app: App, actor: Actor, id: string, inSameTransaction: WithChange): Promise<void> {
  const link = await getLink(app, actor, id)
  if (link.token === null) {
    await cancelSession(app, actor, link.session.id, inSameTransaction)
    return
  }
  if (linkStatusOf(link, nowFor(app, actor)) !== 'open') throw refusals.finalized()
  await retryConflicts(() => cancelOnce(app, actor, id, inSameTransaction))
  app.deliveriesDue.wake()
}

// Openings and first charges of the link wait for its row. A payment that changed since it was read is a conflict.
async function cancelOnce(app: App, actor: Actor, linkId: string, inSameTransaction: WithChange): Promise<void> {
  const ofLink = { merchantId: actor.merchantId, linkId }
  const now = nowFor(app, actor)
  const opened = await app.db.run(listOpenLinkSessions, ofLink)
  const sessions = await Promise.all(opened.map(({ id }) => getSession(app, actor, id)))
  await app.db.transaction(async (tx) => {
    const [locked] = await tx.run(lockOpenLink, { ...ofLink, now })
    if (locked === undefined) throw refusals.finalized()
    const current = await tx.run(listOpenLinkSessions, ofLink)
    if (current.map(({ id }) => id).join() !== opened.map(({ id }) => id).join()) throw refusals.linkBusy()
    await tx.run(setLinkCancelled, { ...ofLink, at: now })
    for (const session of sessions) {
      if (session.payment.status === 'CREATED') await expireSessionWithin(app, tx, actor, session)
    }
    await inSameTransaction(tx)
  })
}

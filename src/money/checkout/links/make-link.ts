import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../../platform/app/app.ts'
import { newSecretId } from '../../../platform/base/ids.ts'
import { type Instant, minute } from '../../../platform/base/times.ts'
import type { WithChange } from '../../../platform/db/db.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { refusals } from '../refusals.ts'
import type { CheckoutRequest } from '../sessions/read-checkout.ts'
import { type Session, statusOf } from '../sessions/session.ts'
import { bindLink, findLinkRow, forgetLink, insertLink } from '../store/links.ts'
import { createLinkSession } from './create-link-session.ts'

/** How long a repeated request waits for the first one. */
const patience = { rounds: 40, everyMs: 50 }
/** An attempt that started earlier has failed: no session takes this long to create. */
const abandonedMs = minute

/** A link to create. */
export interface NewLink {
  /** Of the caller's choice, so that a repeated request creates one link. */
  readonly id: string
  readonly endsAt: Instant
}

/**
 * Creates a link for an order, with its first session. If pre-scoring rejects that session, the link has no address and
 * nobody can pay with it. Returns whether this call created it. Refuses with 409 while the result of the first request
 * is unknown. An abandoned link is created anew after a minute. `inSameTransaction`: extra writes with the link's
 * session.
 */
export async function makeLink(
  app: App,
  actor: Actor,
  store: Store,
  request: CheckoutRequest,
  { id, endsAt }: NewLink,
  inSameTransaction?: WithChange<[session: Session]>,
): Promise<boolean> {
  const { merchantId, isTest } = actor
  const link = { merchantId, id }
  const madeAt = nowFor(app, actor)
  const made = { ...link, isTest, madeBy: actor.principal.name, madeAt }
  const begun = await app.db.run(insertLink, { ...made, abandonedAt: madeAt - abandonedMs })
  if (begun.length === 0) {
    await waitForFirst(app, { ...link, isTest })
    return false
  }
  try {
    // Only keys know whether rules exist: here they are always read.
    const caller = { ...actor, hasRiskRules: true }
    const ofLink = { id, endsAt, openedBy: null }
    await createLinkSession(app, caller, store, request, ofLink, async (tx, session) => {
      const isRefused = statusOf(session, madeAt) === 'rejected'
      const opening = isRefused ? notToOpen : { token: newSecretId(), endsAt, orderBody: request.order }
      const bound = await tx.run(bindLink, { ...link, madeAt, sessionId: session.id, ...opening })
      if (bound.length === 0) throw refusals.linkUnfinished()
      await inSameTransaction?.(tx, session)
    })
  } catch (error) {
    await app.db.run(forgetLink, { ...link, madeAt })
    throw error
  }
  return true
}

const notToOpen = { token: null, endsAt: null, orderBody: null }

async function waitForFirst(
  app: App,
  link: { readonly merchantId: string; readonly id: string; readonly isTest: boolean },
): Promise<void> {
  for (let round = 0; round < patience.rounds; round += 1) {
    const rows = await app.db.run(findLinkRow, link)
    if (rows.length > 0) return
    await pause(patience.everyMs)
  }
  throw refusals.linkUnfinished()
}

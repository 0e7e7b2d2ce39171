import type { App } from '../../../platform/app/app.ts'
import type { WithChange } from '../../../platform/db/db.ts'
import type { Orderer } from '../../../platform/merchants/caller.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { countCreated, decideSession, insertTogether, type LinkOfSession } from '../sessions/decided-session.ts'
import type { CheckoutRequest } from '../sessions/read-checkout.ts'
import type { Session } from '../sessions/session.ts'

/**
 * Creates a session of a payment link, with its payment, as `createSession` does. `first`: what is written before it, in
 * its transaction.
 */
export async function createLinkSession(
  app: App,
  caller: Orderer,
  store: Store,
  request: CheckoutRequest,
  link: LinkOfSession,
  first: WithChange<[session: Session]>,
): Promise<Session> {
  const created = await decideSession(app, caller, store, request, link)
  await app.db.transaction(async (tx) => {
    await first(tx, created.session)
    await insertTogether(tx, [created])
  })
  countCreated(app, created)
  return created.session
}

import type { App } from '../../../platform/app/app.ts'
import type { SessionId } from '../../../platform/base/ids.ts'
import type { WithChange } from '../../../platform/db/db.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import { refusals } from '../refusals.ts'
import { expireSession } from './expire-session.ts'
import { getSession } from './get-session.ts'
import { type Session, statusOf } from './session.ts'

/** Ends an open session: it and its payment become expired. `also`: what stands or falls with it. Refuses one that is finished. */
export async function cancelSession(app: App, actor: Actor, id: SessionId, also?: WithChange): Promise<Session> {
  const session = await getSession(app, actor, id)
  if (statusOf(session, nowFor(app, actor)) !== 'created') throw refusals.finalized()
  return { ...session, payment: await expireSession(app, actor, session, also) }
}

import type { App } from '../../app/app.ts'
import type { Tx } from '../../db/db.ts'
import { refusals } from '../refusals.ts'
import type { SupportSession } from '../sessions/session.ts'
import { decideAdminRequest as decide } from '../store/admin-requests.ts'
import type { AdminRequest } from './admin-request.ts'

/** Decides a request, once. Refuses with 409 one that was decided or is too old. */
export async function decideAdminRequest(
  app: App,
  tx: Tx,
  agent: SupportSession,
  { merchantId, id }: AdminRequest,
  state: 'confirmed' | 'withdrawn',
): Promise<void> {
  const decision = { merchantId, id, state, decidedBy: agent.personId, decidedName: agent.email, now: app.clock.now() }
  if ((await tx.run(decide, decision)).length === 0) throw refusals.adminRequestDecided()
}

import type { App } from '../../app/app.ts'
import type { WithChange } from '../../db/db.ts'
import type { SupportSession } from '../sessions/session.ts'
import type { AdminRequest } from './admin-request.ts'
import { decideAdminRequest } from './decide-admin-request.ts'

/** Withdraws a request, as any agent. `inSameTransaction`: extra writes. Refuses with 409 one that was decided or is too old. */
export async function withdrawAdminRequest(
  app: App,
  agent: SupportSession,
  request: AdminRequest,
  inSameTransaction: WithChange,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    await decideAdminRequest(app, tx, agent, request, 'withdrawn')
    await inSameTransaction(tx)
  })
}

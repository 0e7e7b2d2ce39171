import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { deleteSandboxPeople } from '../store/sandbox-people.ts'
import type { SandboxPeople } from './count-sandbox-people.ts'

/**
 * Removes whoever came while the database was a sandbox's, with a password that everybody knows or by a stranger's invitation, and all that they
 * have; what they did stays written down. Where there was anybody, every open invitation ends, for a sandbox shows its mail to all. Answers how
 * many there were of both; again changes nothing.
 */
export async function removeSandboxPeople(app: App): Promise<SandboxPeople> {
  const [gone] = await app.db.run(deleteSandboxPeople, { merchantId: allMerchants, now: app.clock.now() })
  return gone ?? { people: 0, invitations: 0 }
}

import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { countSandboxPeople as count } from '../store/sandbox-people.ts'

/** What a sandbox leaves of people. */
export interface SandboxPeople {
  /** Whose password everybody knows, or whom a stranger may have let in. */
  readonly people: number
  /** Open invitations. */
  readonly invitations: number
}

/** How many people there are who came while the database was a sandbox's, and open invitations that were made in it. */
export async function countSandboxPeople(app: Pick<App, 'db' | 'clock'>): Promise<SandboxPeople> {
  const [found] = await app.db.run(count, { merchantId: allMerchants, now: app.clock.now() })
  return found ?? { people: 0, invitations: 0 }
}

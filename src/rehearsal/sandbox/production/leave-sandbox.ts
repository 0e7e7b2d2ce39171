import type { App } from '../../../platform/app/app.ts'
import { type ResetClock, resetAllClocks } from '../../../platform/merchants/clocks.ts'
import type { SandboxRemains } from '../../../platform/merchants/sandbox-remains.ts'
import type { SandboxPeople } from '../../../platform/people/demo/count-sandbox-people.ts'
import { removeSandboxPeople } from '../../../platform/people/demo/remove-sandbox-people.ts'
import { leaveCertificates } from '../../certificate/certificates.ts'
import { leaveFaults } from '../../faults/faults.ts'
import { leaveJournals } from '../../journal/removal.ts'
import { forgetAllWebhooks } from '../store.ts'
import { type FoundRemains, findSandboxTraces, isOlderSandbox } from './sandbox-traces.ts'

/** What was found of each kind and is gone, how many people were removed and invitations ended, and which clocks were put back. */
export interface RemovedSandbox extends SandboxPeople {
  readonly remains: readonly FoundRemains[]
  readonly clocks: readonly ResetClock[]
  /** Whether there was a journal, which is gone with all that was in it. */
  readonly hadJournal: boolean
}

/**
 * Makes a database that a sandbox has used fit for production: removes or revokes all that was made in it, puts back what was changed, removes
 * whoever came in, ends open invitations, puts every clock back to the system's, and ends rehearsals, faults and the journal. What an
 * operator has made and set at the command line stays. Again changes nothing.
 */
export async function leaveSandbox(app: App, kinds: readonly SandboxRemains[]): Promise<RemovedSandbox> {
  await leaveCertificates(app)
  await leaveFaults(app)
  await app.db.run(forgetAllWebhooks, {})
  const isUnmarkedToo = await isOlderSandbox(app)
  const { remains } = await findSandboxTraces(app, kinds)
  const clocks = await resetAllClocks(app)
  const people = await removeSandboxPeople(app)
  for (const kind of kinds) await kind.remove(app, isUnmarkedToo)
  return { remains, clocks, ...people, hadJournal: await leaveJournals(app) }
}

import type { App } from '../../../platform/app/app.ts'
import { type ResetClock, resetAllClocks } from '../../../platform/merchants/clocks.ts'
import type { SandboxRemains } from '../../../platform/merchants/sandbox-remains.ts'
import { removeSandboxPeople, type SandboxPeople } from '../../../platform/people/sandbox-people.ts'
import { leaveCertificates } from '../../certificate/certificates.ts'
import { leaveFaults } from '../../faults/faults.ts'
import { leaveJournals } from '../../journal/removal.ts'
import { forgetAllWebhooks } from '../store.ts'
import { type FoundRemains, findSandboxTraces, isOlderSandbox } from './sandbox-traces.ts'

/** Result of leaving a sandbox: removed rows by kind, removed people, ended invitations, reset clocks. */
export interface RemovedSandbox extends SandboxPeople {
  readonly remains: readonly FoundRemains[]
  readonly clocks: readonly ResetClock[]
  /** Whether there was a journal. It is removed. */
  readonly hadJournal: boolean
}

/**
 * Makes a sandbox's database fit for production: removes or revokes everything made in the sandbox, restores changed
 * settings, removes people who joined, ends open invitations, resets all clocks, and ends rehearsals, faults and the
 * journal. Keeps what an operator has made at the command line. Safe to repeat.
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

import type { App } from '../../app/app.ts'
import { type LeftSandbox as LeftMerchants, leaveSandbox as leaveMerchants } from '../../merchants/leave-sandbox.ts'
import type { SandboxPeople } from '../../people/demo/count-sandbox-people.ts'
import { removeSandboxPeople } from '../../people/demo/remove-sandbox-people.ts'
import { leaveCertificates } from '../certificate/leave-certificates.ts'
import { leaveFaults } from '../faults/leave-faults.ts'
import { leaveJournals } from '../journal/leave-journals.ts'
import { forgetAllWebhooks } from '../store.ts'

/** How many people were removed and invitations ended, beside what became of merchants. */
export interface LeftSandbox extends LeftMerchants, SandboxPeople {
  /** Whether there was a journal, which is gone with all that was in it. */
  readonly hadJournal: boolean
}

/**
 * Makes a database that a sandbox has used fit for production: revokes every key that strangers may know, removes whoever signs in with a
 * password that they know or was let in by them, ends open invitations, puts every clock back to the system's and risk rules to what merchants have set, and ends
 * rehearsals, faults and the journal. Again changes nothing.
 */
export async function leaveSandbox(app: App): Promise<LeftSandbox> {
  await leaveCertificates(app)
  await leaveFaults(app)
  await app.db.run(forgetAllWebhooks, {})
  const left = await leaveMerchants(app)
  return { ...left, ...(await removeSandboxPeople(app)), hadJournal: await leaveJournals(app) }
}

import type { App } from '../../platform/app/app.ts'
import type { DispatcherOptions } from '../../platform/webhooks/delivery/dispatcher-options.ts'
import { resumeCertificates } from '../certificate/certificates.ts'
import { openFaultInjector } from '../faults/deliveries/open-fault-injector.ts'
import { removeEndedFaults } from '../faults/faults.ts'
import { deliveryEntry } from '../journal/delivery-entry.ts'
import { removeOldEntries, removeSurplusEntries } from '../journal/removal.ts'
import { writeJournal } from '../journal/write-journal.ts'
import { removeRetiredMerchants } from './sandbox-merchants.ts'

/** Background work of a sandbox's process, in rounds. `run` returns the number of processed items. */
interface SandboxWork {
  readonly name: string
  readonly everyMs: number
  run(app: App): Promise<number>
}

/** Runs in every sandbox, also with REHEARSAL=off, to remove the remains. */
export const sandboxWorks: readonly SandboxWork[] = [
  { name: 'remove retired merchants', everyMs: 60_000, run: removeRetiredMerchants },
  { name: 'remove ended faults', everyMs: 60_000, run: removeEndedFaults },
  { name: 'remove old journal entries', everyMs: 10_000, run: removeOldEntries },
  { name: 'remove surplus journal entries', everyMs: 600_000, run: (app) => removeSurplusEntries(app) },
]

/** Runs only with faults and the journal, which rehearsals need. */
export const rehearsalWorks: readonly SandboxWork[] = [
  { name: 'resume certificates', everyMs: 2_000, run: resumeCertificates },
]

/** Returns the dispatcher's options in a sandbox: an injector of faults, and a journal entry for each attempt. */
export function sandboxDispatching(app: App): Pick<DispatcherOptions, 'faultInjector' | 'watch'> {
  const faultInjector = openFaultInjector(app)
  return { faultInjector, watch: (attempt, faultId) => writeJournal(app, deliveryEntry(attempt, faultId)) }
}

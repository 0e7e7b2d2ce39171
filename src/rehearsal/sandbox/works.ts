import type { App } from '../../platform/app/app.ts'
import type { DispatcherOptions } from '../../platform/webhooks/delivery/dispatcher-options.ts'
import { resumeCertificates } from '../certificate/certificates.ts'
import { openFaultInjector } from '../faults/deliveries/open-fault-injector.ts'
import { removeEndedFaults } from '../faults/faults.ts'
import { deliveryEntry } from '../journal/delivery-entry.ts'
import { removeOldEntries, removeSurplusEntries } from '../journal/removal.ts'
import { writeJournal } from '../journal/write-journal.ts'
import { removeRetiredMerchants } from './sandbox-merchants.ts'

/** What a process of a sandbox does by itself, round after round; each round answers how much there was. */
interface SandboxWork {
  readonly name: string
  readonly everyMs: number
  run(app: App): Promise<number>
}

/** In every sandbox, also where nothing is rehearsed any more: what is left goes. */
export const sandboxWorks: readonly SandboxWork[] = [
  { name: 'remove retired merchants', everyMs: 60_000, run: removeRetiredMerchants },
  { name: 'remove ended faults', everyMs: 60_000, run: removeEndedFaults },
  { name: 'remove old journal entries', everyMs: 10_000, run: removeOldEntries },
  { name: 'remove surplus journal entries', everyMs: 600_000, run: (app) => removeSurplusEntries(app) },
]

/** Where there are faults and the journal, which a run is made of. */
export const rehearsalWorks: readonly SandboxWork[] = [
  { name: 'resume certificates', everyMs: 2_000, run: resumeCertificates },
]

/** How a sandbox dispatches: fault rules strike deliveries, and the journal tells of each attempt. */
export function sandboxDispatching(app: App): Pick<DispatcherOptions, 'faultInjector' | 'watch'> {
  const faultInjector = openFaultInjector(app)
  return { faultInjector, watch: (attempt, faultId) => writeJournal(app, deliveryEntry(attempt, faultId)) }
}

import type { App } from '../../platform/app/app.ts'
import { resumeCertificates } from '../certificate/certificates.ts'
import { removeEndedFaults } from '../faults/faults.ts'
import { removeOldEntries, removeSurplusEntries } from '../journal/removal.ts'
import { removeRetiredMerchants } from './remove-retired-merchants.ts'

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

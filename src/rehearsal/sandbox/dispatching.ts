import type { App } from '../../platform/app/app.ts'
import type { DispatcherOptions } from '../../platform/webhooks/delivery/dispatcher-options.ts'
import { openFaultInjector } from '../faults/deliveries/open-fault-injector.ts'
import { deliveryEntry } from '../journal/delivery-entry.ts'
import { writeJournal } from '../journal/write-journal.ts'

/** How a sandbox dispatches: fault rules strike deliveries, and the journal tells of each attempt. */
export function sandboxDispatching(app: App): Pick<DispatcherOptions, 'faultInjector' | 'watch'> {
  const faultInjector = openFaultInjector(app)
  return { faultInjector, watch: (attempt, faultId) => writeJournal(app, deliveryEntry(attempt, faultId)) }
}

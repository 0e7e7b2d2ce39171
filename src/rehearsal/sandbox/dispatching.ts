import type { App } from '../../platform/app/app.ts'
import type { DispatcherOptions } from '../../platform/webhooks/delivery/dispatcher-options.ts'
import { openDisturber } from '../faults/deliveries/open-disturber.ts'
import { deliveryEntry } from '../journal/delivery-entry.ts'
import { writeJournal } from '../journal/write-journal.ts'

/** How a sandbox dispatches: fault rules strike deliveries, and the journal tells of each attempt. */
export function sandboxDispatching(app: App): Pick<DispatcherOptions, 'disturber' | 'watch'> {
  const disturber = openDisturber(app)
  return { disturber, watch: (attempt, faultId) => writeJournal(app, deliveryEntry(attempt, faultId)) }
}

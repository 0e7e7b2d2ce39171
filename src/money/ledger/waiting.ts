import type { Queue } from '../../platform/due/waiting.ts'
import { waitingEntries } from './store.ts'

/** What was posted and is neither sealed nor booked. */
export const ledgerQueues: readonly Queue[] = [{ name: 'entries', statement: waitingEntries }]

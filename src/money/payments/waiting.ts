import type { Queue } from '../../platform/due/waiting.ts'
import { waitingGaps } from './search/store/filling.ts'
import { uncountedChanges } from './store/counting.ts'
import { waitingPayments } from './store/due.ts'
import { waitingReturnRequests } from './store/return-requests.ts'

/** What waits of payments: to expire or be captured, to be counted and made searchable, and for a second person. */
export const paymentQueues: readonly Queue[] = [
  { name: 'payments', statement: waitingPayments },
  { name: 'payment_counts', statement: uncountedChanges },
  { name: 'search_gaps', statement: waitingGaps },
  { name: 'return_requests', statement: waitingReturnRequests },
]

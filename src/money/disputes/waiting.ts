import type { Queue } from '../../platform/due/waiting.ts'
import { dueDisputes, undecidedDisputes } from './store/waiting.ts'

/** What waits of disputes: to be decided for want of an answer, and for support. */
export const disputeQueues: readonly Queue[] = [
  { name: 'disputes', statement: dueDisputes },
  { name: 'undecided_disputes', statement: undecidedDisputes },
]

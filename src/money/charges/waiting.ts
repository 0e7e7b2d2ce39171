import type { Queue } from '../../platform/due/waiting.ts'
import { waitingCharges } from './store/charges.ts'
import { waitingReturns } from './store/returns.ts'
import { waitingVoids } from './store/voids.ts'

/** What the card processor has not confirmed: charges of which nobody knows or that are to be voided, and returns. */
export const chargeQueues: readonly Queue[] = [
  { name: 'charges', statement: waitingCharges },
  { name: 'voids', statement: waitingVoids },
  { name: 'returns', statement: waitingReturns },
]

import type { Queue } from '../due/waiting.ts'
import { waitingCharges } from './store/charges.ts'
import { waitingReturns } from './store/returns.ts'

/** What the card processor has not confirmed: charges of which nobody knows or that are to be voided, and returns. */
export const chargeQueues: readonly Queue[] = [
  { name: 'charges', statement: waitingCharges },
  { name: 'returns', statement: waitingReturns },
]

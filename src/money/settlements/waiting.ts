import type { Queue } from '../../platform/due/waiting.ts'
import { exportedPayouts, waitingPayouts } from './store/bank-payouts.ts'
import { waitingSettlements } from './store/pending.ts'

/** What waits of settlements: days to be closed or paid, payouts for their export, and for what the bank says. */
export const settlementQueues: readonly Queue[] = [
  { name: 'settlements', statement: waitingSettlements },
  { name: 'payouts', statement: waitingPayouts },
  { name: 'exported_payouts', statement: exportedPayouts },
]

import { dueVoidChecks } from './charges/due-later-checks.ts'
import { dueFirstCharges } from './checkout/charges/due-charges.ts'
import { dueLaterCharges } from './collections/due-charges.ts'
import { dueCollections } from './collections/due-collections.ts'
import { dueReturnChecks, dueReturns } from './collections/due-returns.ts'
import { dueMessages } from './collections/messages/due-messages.ts'
import { dueDisputes } from './disputes/deadlines/due-disputes.ts'
import type { DueWork } from './due/due.ts'
import { duePayments } from './payments/due-payments.ts'
import { dueSettlements } from './settlements/due-settlements.ts'

/** All that falls due by itself. */
export const dueWorks: readonly DueWork[] = [
  duePayments,
  dueDisputes,
  dueCollections,
  dueFirstCharges,
  dueLaterCharges,
  dueReturns,
  dueReturnChecks,
  dueVoidChecks,
  dueMessages,
  dueSettlements,
]

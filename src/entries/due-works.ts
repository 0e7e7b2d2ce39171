import { dueVoidChecks } from '../money/charges/due-charges.ts'
import { dueFirstCharges } from '../money/checkout/charges/first-charges.ts'
import { dueCollections } from '../money/collections/due-collections.ts'
import { dueReturnChecks, dueReturns } from '../money/collections/due-returns.ts'
import { dueLaterCharges } from '../money/collections/later-charges.ts'
import { dueMessages } from '../money/collections/messages/sending.ts'
import { dueErasuresIn } from '../money/customers/due-erasures.ts'
import { dueDisputes } from '../money/disputes/due-disputes.ts'
import { duePayments } from '../money/payments/due-payments.ts'
import { dueSettlements } from '../money/settlements/due-settlements.ts'
import type { DueWork } from '../platform/due/due.ts'
import { dueReplays } from '../platform/webhooks/replays/due-replays.ts'
import { loadErasedPlaces } from './erased-places.ts'

/** All kinds of due work. */
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
  dueErasuresIn(loadErasedPlaces),
  dueReplays,
]

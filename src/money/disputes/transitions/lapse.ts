import type { Instant } from '../../../platform/base/times.ts'
import { type Dispute, type DisputeChange, entryOf, support } from '../dispute.ts'
import { transition } from './transition.ts'

/**
 * What 14 days without an answer do: a merchant that is silent pays back, a customer that is silent loses
 * (docs/contract/disputes.md#deadlines). It happened at the moment it fell due, whenever it is looked at. Undefined before that
 * moment.
 */
export function lapse(dispute: Dispute, now: Instant): DisputeChange | undefined {
  if (dispute.dueAt === null || now < dispute.dueAt) return undefined
  const ofCustomer = dispute.status === 'evidence_customer'
  const eventType = ofCustomer ? 'customer_14d_unresponsive' : 'merchant_14d_unresponsive'
  const entry = entryOf(support, eventType, {}, dispute.dueAt)
  return transition(dispute, 'lapse', entry, ofCustomer ? 'declined' : 'approved')
}

import type { TimeLeft } from '../../../money/disputes/dispute.ts'
import type { DisputeStatus } from '../../../money/disputes/states.ts'
import type { Tone } from '../../../platform/ui/back-office/components/status.ts'
import type { SupportWords } from '../words/words.ts'

/** Who acts next on a dispute. `nobody`: the dispute is closed. */
export type WaitsFor = 'support' | 'merchant' | 'customer' | 'nobody'

export const waitsFor: Readonly<Record<DisputeStatus, WaitsFor>> = {
  new: 'merchant',
  in_progress: 'support',
  evidence_merchant: 'merchant',
  evidence_customer: 'customer',
  refunded: 'nobody',
  declined: 'nobody',
  cancelled: 'nobody',
}

/** The statuses in which support, the merchant or the customer acts next. */
export const statusesFor: Readonly<Record<Exclude<WaitsFor, 'nobody'>, readonly DisputeStatus[]>> = {
  support: ['in_progress'],
  merchant: ['new', 'evidence_merchant'],
  customer: ['evidence_customer'],
}

export const disputeTones: Readonly<Record<DisputeStatus, Tone>> = {
  new: 'soft',
  in_progress: 'wait',
  evidence_merchant: 'soft',
  evidence_customer: 'soft',
  refunded: 'good',
  declined: 'bad',
  cancelled: 'soft',
}

/** Returns the time left in words; undefined if the dispute waits for no answer. */
export function leftText(left: TimeLeft | undefined, { texts }: SupportWords): string | undefined {
  return left && (left.unit === 'hours' ? texts.hoursLeft(left.count) : texts.daysLeftText(left.count))
}

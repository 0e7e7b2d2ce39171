import type { PayoutState } from '../../../money/settlements/payout.ts'
import type { Settlement } from '../../../money/settlements/settlement.ts'
import type { Tone } from '../../../platform/ui/back-office/components/status.ts'
import type { DashboardWords } from '../words/words.ts'

interface StatusText {
  readonly tone: Tone
  readonly text: string
}

/** Returns the status of a settlement as a text and its tone. */
export function statusOf({ status, payoutId }: Settlement, { texts }: DashboardWords): StatusText {
  if (status === 'paid') return { tone: 'good', text: texts.statusPaid }
  if (status === 'open') return { tone: 'soft', text: texts.statusOpen }
  return { tone: 'wait', text: payoutId === null ? texts.statusToPay : texts.statusPaying }
}

/** Returns the status of a payout as a text and its tone. */
export function payoutStatusOf(state: PayoutState, { texts }: DashboardWords): StatusText {
  if (state === 'paid') return { tone: 'good', text: texts.statusPaid }
  return { tone: 'wait', text: state === 'pending' ? texts.payoutPending : texts.payoutExported }
}

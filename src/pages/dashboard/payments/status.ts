import { type ListedAs, listedAs, type Payment } from '../../../money/payments/payment.ts'
import type { Tone } from '../../../platform/ui/back-office/components/status.ts'
import { paymentTones } from '../../back-office/payment-tones.ts'
import type { DashboardWords } from '../words/words.ts'

interface StatusText {
  readonly tone: Tone
  readonly text: string
}

/**
 * Returns the status of a listed payment as a text and its tone. A captured payment with refunds is partly
 * refunded.
 */
export function statusOf(
  { listedAs: listed, refundedMinor }: { readonly listedAs: ListedAs; readonly refundedMinor: bigint },
  { texts }: DashboardWords,
): StatusText {
  const words: Readonly<Record<ListedAs, string>> = {
    created: texts.statusNew,
    authorized: texts.statusAuthorized,
    captured: refundedMinor > 0n ? texts.statusPartlyRefunded : texts.statusCaptured,
    refunded: texts.statusRefunded,
    cancelled: texts.statusCancelled,
    rejected: texts.statusRejected,
    expired: texts.statusExpired,
  }
  return { tone: paymentTones[listed], text: words[listed] }
}

/** Returns the same for a whole payment. */
export function paymentStatusOf(payment: Payment, words: DashboardWords): StatusText {
  return statusOf({ listedAs: listedAs(payment), refundedMinor: payment.refundedMinor }, words)
}

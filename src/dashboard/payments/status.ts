import type { ListedAs } from '../../payments/payment.ts'
import { paymentTones } from '../../people/pages/payment-tones.ts'
import type { Tone } from '../../ui/desk/components/status.ts'
import type { DashboardWords } from '../words/words.ts'

/** How a payment stands, in a word and its tone. */
export function statusOf(listed: ListedAs, { texts }: DashboardWords): { readonly tone: Tone; readonly text: string } {
  const words: Readonly<Record<ListedAs, string>> = {
    created: texts.statusNew,
    authorized: texts.statusAuthorized,
    captured: texts.statusCaptured,
    refunded: texts.statusRefunded,
    cancelled: texts.statusCancelled,
    rejected: texts.statusRejected,
    expired: texts.statusExpired,
  }
  return { tone: paymentTones[listed], text: words[listed] }
}

import { formatAmount } from '../../../../platform/base/money.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import type { DisclosedFoundPayment } from '../../../back-office/disclosure/disclose-payment.ts'
import type { Visit } from '../../page.ts'

/** What the names of the boxes begin with: what follows is the payment's id, and the value what the list showed to be left. */
export const pickPrefix = 'left_'

/** The box that picks a payment to capture; it carries what is seen to be left of it. */
export function Pick({ words, payment }: { words: Visit['words']; payment: DisclosedFoundPayment }): Content {
  const { id, orderReference, amountMinor, capturedMinor, currency } = payment
  const label = words.texts.pickOne(isolated(orderReference || id))
  return html`<label class="pick"><input class="pick-box" type="checkbox" name=${pickPrefix + id} value=${formatAmount(amountMinor - capturedMinor, currency)} /><span class="unseen">${label}</span></label>`
}

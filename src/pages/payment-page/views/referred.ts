import { Ring } from '../../../platform/ui/components/pictures.ts'
import { html } from '../../../platform/ui/html.ts'
import { CancelForm, OrderItems } from '../components.ts'
import { renderSessionPage } from '../session-page.ts'
import { addressOf, type ViewModel } from '../view-model.ts'
import type { PaymentWords } from '../words.ts'

/** Returns the page of an order about which support decides. It reloads by itself. */
export function renderReferred(model: ViewModel, words: PaymentWords): string {
  const { texts } = words
  const content = html`<section class="outcome" role="status">
      ${Ring({ filled: 4, size: 72, class: 'loading' })}
      <h1>${texts.referredTitle}</h1><p class="lead">${texts.referredLead(model.storeName)}</p>
    </section>
    ${OrderItems({ model, words })}
    ${CancelForm({ model, words })}`
  const refresh = { seconds: 5, address: addressOf(model) }
  return renderSessionPage(model, words, { title: texts.referredTitle, data: { poll: 'referred' }, refresh }, content)
}

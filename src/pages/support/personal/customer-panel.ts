import { Facts, Panel } from '../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import type { DisclosedPayment } from '../../back-office/disclosure/disclose-payment.ts'
import type { SupportVisit } from '../page.ts'
import { ReasonForm } from './reason-form.ts'

interface CustomerPanelProps {
  readonly visit: SupportVisit
  readonly payment: DisclosedPayment
  /** The customer's phone in E.164, where one is known. */
  readonly phone: string | undefined
  readonly isOpen: boolean
  /** The page's own path, below the console's. */
  readonly path: string
}

/** Who bought: once a reason was given, and before it the question for one. */
export function CustomerPanel({ visit, payment, phone, isOpen, path }: CustomerPanelProps): Content {
  const { words, address } = visit
  const { texts } = words
  const { buyer } = payment.order
  if (!isOpen) {
    return ReasonForm({
      visit,
      title: texts.customerPanel,
      lead: texts.closedLead,
      label: texts.openCase,
      to: `payments/${payment.id}/open`,
      next: address(path),
    })
  }
  const aside =
    phone !== undefined && html`<a class="quiet" href=${address('customers', { phone })}>${texts.allOfCustomer}</a>`
  return Panel({
    title: texts.customerPanel,
    aside,
    children: Facts({
      facts: [
        [texts.customerName, html`<bdi>${buyer.name}</bdi>`],
        [texts.customerEmail, html`<bdi dir="ltr">${buyer.email}</bdi>`],
        [texts.customerPhone, html`<bdi dir="ltr">${buyer.phone}</bdi>`],
      ],
    }),
  })
}

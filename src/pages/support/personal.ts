import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import { cutText } from '../../platform/base/texts.ts'
import { findOpenedAt, type Opening } from '../../platform/people/openings.ts'
import { VisitForm } from '../../platform/people/pages/visit-form.ts'
import type { DisclosedPayment } from '../back-office/disclosure/disclose-payment.ts'
import { Facts, Panel } from '../../platform/ui/back-office/components/panel.ts'
import { Field } from '../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../platform/ui/html.ts'
import type { SupportVisit } from './page.ts'

/** The case that a payment is, with its disputes. */
export function caseOfPayment(of: { merchantId: MerchantId; id: PaymentId; isTest: boolean }): Opening {
  const { merchantId, id, isTest } = of
  return { what: 'open_personal', onKind: 'payment', onId: id, merchantId, isTest, subject: `payment ${id}` }
}

/** The case that a customer is, who is a phone (E.164). The log names its end only. */
export function caseOfPhone(phone: string): Opening {
  return { what: 'open_personal', onKind: 'phone', onId: `…${phone.slice(-4)}`, subject: `phone ${phone}` }
}

/** Whether this session has said why it wants to see who it is about. */
export async function isOpened({ app, session }: SupportVisit, opening: Opening): Promise<boolean> {
  return (await findOpenedAt(app, session, opening)) !== undefined
}

interface ReasonFormProps {
  readonly visit: SupportVisit
  readonly title: string
  readonly lead: string
  readonly label: string
  /** Below the console's address; absent: the page's own, which may have in it what is not to be read yet. */
  readonly to?: string
  /** Where one goes on afterwards. */
  readonly next?: string
}

/** Asks why somebody wants to see what is personal. */
export function ReasonForm({ visit, title, lead, label, to, next }: ReasonFormProps): Content {
  const { texts } = visit.words
  const isMissing = visit.query('reason') === 'missing'
  return Panel({
    title,
    children: html`
      <p class="soft">${lead}</p>
      ${VisitForm({
        visit,
        to,
        class: 'stack',
        hidden: next === undefined ? {} : { next },
        children: html`
          ${Field({
            name: 'reason',
            label: texts.reasonLabel,
            hint: texts.reasonHint,
            error: isMissing ? texts.reasonMissing : undefined,
            input: { required: true, maxlength: 500, autocomplete: 'off' },
          })}
          <button class="button" type="submit">${label}</button>
        `,
      })}
    `,
  })
}

/** The reason that a form gave; undefined where it is none. */
export function reasonIn(fields: Readonly<Record<string, string>>): string | undefined {
  const reason = cutText((fields['reason'] ?? '').trim(), 500)
  return reason === '' ? undefined : reason
}

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

import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import { cutText, shortText } from '../../platform/base/texts.ts'
import { findOpenedAt, type Opening } from '../../platform/people/openings.ts'
import { VisitForm } from '../../platform/people/pages/visit-form.ts'
import { Facts, Panel } from '../../platform/ui/back-office/components/panel.ts'
import { Field } from '../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../platform/ui/html.ts'
import type { DisclosedPayment } from '../back-office/disclosure/disclose-payment.ts'
import type { SupportVisit } from './page.ts'

/** Returns the case of a payment and its disputes. */
export function caseOfPayment(of: { merchantId: MerchantId; id: PaymentId; isTest: boolean }): Opening {
  const { merchantId, id, isTest } = of
  return { what: 'open_personal', onKind: 'payment', onId: id, merchantId, isTest, subject: `payment ${id}` }
}

/** Returns the case of a customer's phone (E.164). The log stores the last four digits only. */
export function caseOfPhone(phone: string): Opening {
  return { what: 'open_personal', onKind: 'phone', onId: `…${phone.slice(-4)}`, subject: `phone ${phone}` }
}

/** Whether this session has given a reason to see the personal data of the case. */
export async function isOpened({ app, session }: SupportVisit, opening: Opening): Promise<boolean> {
  return (await findOpenedAt(app, session, opening)) !== undefined
}

interface ReasonFormProps {
  readonly visit: SupportVisit
  readonly title: string
  readonly lead: string
  readonly label: string
  /** Path below `/support`. Default: the page's own address, which may contain personal data. */
  readonly to?: string
  /** The address to open afterwards. */
  readonly next?: string
}

/** The form that asks for a reason before personal data is shown. */
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

/** Returns the reason of a form; undefined if it is empty. */
export function reasonIn(fields: Readonly<Record<string, string>>): string | undefined {
  const reason = cutText((fields['reason'] ?? '').trim(), 500)
  return reason === '' ? undefined : reason
}

interface CustomerPanelProps {
  readonly visit: SupportVisit
  readonly payment: DisclosedPayment
  /** The customer's phone in E.164, if it is valid. */
  readonly phone: string | undefined
  readonly isOpen: boolean
  /** The page's own path, below `/support`. */
  readonly path: string
}

/** The customer's name and contact data, or the form that asks for a reason. */
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
        [texts.customerName, html`<bdi>${shortText(buyer.name)}</bdi>`],
        [texts.customerEmail, html`<bdi dir="ltr">${buyer.email}</bdi>`],
        [texts.customerPhone, html`<bdi dir="ltr">${buyer.phone}</bdi>`],
      ],
    }),
  })
}

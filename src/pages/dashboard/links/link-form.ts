import { type LinkLife, linkLives } from '../../../money/checkout/links/link-end.ts'
import type { PaymentLink } from '../../../money/checkout/links/payment-link.ts'
import { type CheckoutRequest, readCheckout } from '../../../money/checkout/sessions/read-checkout.ts'
import { formatAmount, readTypedAmount } from '../../../platform/base/money.ts'
import { parsePhone } from '../../../platform/base/phone.ts'
import { Refusal, type WrongField } from '../../../platform/base/refusals.ts'
import { cutText } from '../../../platform/base/texts.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { InvalidValue } from '../../../platform/http/validate.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import type { Fields } from '../page.ts'

/** The typed order of a new link. */
export interface LinkForm {
  /** The idempotency key: the same form makes one link. */
  readonly link: string
  readonly merchantCode: string
  readonly amount: string
  readonly order: string
  readonly description: string
  readonly name: string
  readonly email: string
  readonly phone: string
  /** The customer's language. */
  readonly lang: 'en' | 'ar'
  readonly life: LinkLife
  /** With the life `date`: YYYY-MM-DD. */
  readonly endsOn: string
}

export const blankLink: LinkForm = {
  ...{ link: '', merchantCode: '', amount: '', order: '', description: '', name: '', email: '', phone: '', lang: 'en' },
  ...{ life: 'day', endsOn: '' },
}

const allProblems = ['amount', 'order', 'description', 'name', 'email', 'phone', 'contact', 'end'] as const
export type LinkProblem = (typeof allProblems)[number]
export type LinkProblems = Readonly<Partial<Record<LinkProblem, true>>>

export function readLinkForm(fields: Fields): LinkForm {
  const text = (name: string, most = 255): string => cutText((fields[name] ?? '').trim(), most)
  return {
    link: text('link'),
    merchantCode: text('merchant_code'),
    amount: text('amount', 40),
    order: text('order_reference_id'),
    description: text('description', 1_000),
    name: text('name'),
    email: text('email'),
    phone: text('phone', 40),
    lang: fields['lang'] === 'ar' ? 'ar' : 'en',
    life: linkLives.find((life) => life === fields['life']) ?? blankLink.life,
    endsOn: text('ends_on', 40),
  }
}

/**
 * Returns the checkout of a form, or its errors. The API's rules for small shops apply.
 * It has no return addresses: the payment page itself shows the end.
 */
export function readLinkCheckout(
  form: LinkForm,
  store: Store,
  endsAt: Instant | undefined,
): CheckoutRequest | LinkProblems {
  const { order, description, name, email, phone, lang } = form
  const minor = readTypedAmount(form.amount, store.currency)
  const problems: LinkProblems = {
    ...(typeof minor === 'bigint' && minor > 0n ? {} : { amount: true }),
    ...(phone === '' || parsePhone(phone, store.country) !== undefined ? {} : { phone: true }),
    ...(endsAt === undefined ? { end: true } : {}),
    ...(phone === '' && email === '' ? { contact: true } : {}),
  }
  const payment = {
    amount: typeof minor === 'bigint' ? formatAmount(minor, store.currency) : '',
    ...{ currency: store.currency, description, buyer: { name, email, phone }, order: { reference_id: order } },
  }
  try {
    const checkout = { payment, lang, merchant_code: store.merchantCode }
    const request = readCheckout(checkout, { ...store, checkout: 'lenient' })
    return Object.keys(problems).length === 0 ? request : problems
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof InvalidValue)) throw error
    const wrong = Object.fromEntries((error.fields ?? []).flatMap((field) => problemOf(field, problems)))
    const found: LinkProblems = { ...problems, ...wrong }
    return Object.keys(found).length === 0 ? { amount: true } : found
  }
}

/** Returns whether the link was made for this order. */
export function isLinkFor({ session }: PaymentLink, store: Store, request: CheckoutRequest): boolean {
  const { payment } = session
  const facts = ({
    orderReference,
    amountMinor,
    order,
  }: Pick<CheckoutRequest, 'orderReference' | 'amountMinor' | 'order'>) =>
    [
      orderReference,
      String(amountMinor),
      order.description,
      order.buyer.name,
      order.buyer.email,
      order.buyer.phone,
    ].join('\n')
  const isSame = session.merchantCode === store.merchantCode && session.lang === request.lang
  return isSame && facts(payment) === facts(request)
}

function problemOf({ field }: WrongField, { contact }: LinkProblems): [LinkProblem, true][] {
  const last = field.split('.').at(-1) ?? ''
  if (contact && (last === 'email' || last === 'phone')) return []
  const problem = last === 'reference_id' ? 'order' : allProblems.find((one) => one === last)
  // An error without a field of the form is shown beside the first field.
  return [[problem ?? 'amount', true]]
}

import type { StripeBooks } from './books.ts'
import { checkStep } from './books.ts'
import { type Form, pairsIn, textIn } from './form.ts'
import type { HostedPages } from './hosted-pages.ts'
import { invalid } from './stripe-error.ts'

/** An operation of Stripe's API: its known and required parameters, their checks, and its effect. */
interface Operation {
  readonly method: 'GET' | 'POST'
  readonly path: RegExp
  readonly known: readonly string[]
  readonly required?: readonly string[]
  readonly check?: (form: Form, books: StripeBooks) => void
  readonly run: (form: Form, id: string, from: { books: StripeBooks; pages: HostedPages }) => object
}

const listed = ['limit', 'starting_after', 'created', 'expand']

export const operations: readonly Operation[] = [
  {
    method: 'POST',
    path: /^\/v1\/payment_intents$/,
    known: [
      ...['amount', 'currency', 'customer', 'payment_method', 'allowed_payment_method_types', 'confirm', 'expand'],
      ...['metadata', 'off_session', 'payment_method_options', 'return_url', 'setup_future_usage', 'capture_method'],
    ],
    required: ['amount', 'currency'],
    check: checkIntent,
    run: (form, _id, { books }) => books.createIntent(form),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents\/(pi_\w+)$/,
    known: ['expand'],
    run: (_form, id, { books }) => books.getIntent(id),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents\/(pi_\w+)\/cancel$/,
    known: ['cancellation_reason', 'expand'],
    run: (form, id, { books }) => books.cancelIntent(id, textIn(form, 'cancellation_reason') ?? 'automatic'),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents\/(pi_\w+)\/capture$/,
    known: ['expand'],
    run: (_form, id, { books }) => books.captureIntent(id),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents$/,
    known: [...listed, 'customer'],
    run: (form, _id, { books }) => listOf(books.intents, form, ['customer']),
  },
  {
    method: 'GET',
    path: /^\/v1\/charges$/,
    known: listed,
    run: (form, _id, { books }) => listOf(books.charges, form),
  },
  {
    method: 'POST',
    path: /^\/v1\/refunds$/,
    known: ['payment_intent', 'amount', 'metadata', 'expand'],
    run: (form, _id, { books }) => books.createRefund(form),
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds\/(re_\w+)$/,
    known: ['expand'],
    run: (_form, id, { books }) => books.getRefund(id),
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds$/,
    known: [...listed, 'payment_intent'],
    run: (form, _id, { books }) => listOf(books.refunds, form, ['payment_intent']),
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    known: [
      ...['mode', 'allowed_payment_method_types', 'customer_creation', 'client_reference_id'],
      ...['success_url', 'cancel_url', 'locale', 'expand'],
    ],
    required: ['mode', 'success_url'],
    run: (form, _id, { pages }) => pages.create(form),
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/(cs_\w+)$/,
    known: ['expand'],
    run: (_form, id, { pages }) => pages.get(id),
  },
]

/** Throws Stripe's error for a missing or unknown parameter. */
export function checkParams({ known, required = [], check }: Operation, form: Form, books: StripeBooks): void {
  for (const name of Object.keys(form)) {
    if (!known.includes(name)) throw invalid('parameter_unknown', `Received unknown parameter: ${name}`, name)
  }
  for (const name of required) {
    if (!(name in form)) throw invalid('parameter_missing', `Missing required param: ${name}.`, name)
  }
  check?.(form, books)
}

const least: Readonly<Record<string, number>> = { aed: 200, sar: 205, kwd: 170 }

function checkIntent(form: Form, books: StripeBooks): void {
  const [amount, currency] = [textIn(form, 'amount') ?? '', textIn(form, 'currency') ?? '']
  const smallest = least[currency]
  if (!/^\d+$/.test(amount)) throw invalid('parameter_invalid_integer', 'Invalid integer', 'amount')
  if (smallest === undefined)
    throw invalid('parameter_invalid_string_empty', `Invalid currency: ${currency}`, 'currency')
  if (Number(amount) < smallest) throw invalid('amount_too_small', 'Amount must be at least …', 'amount')
  if (amount.length > 8) throw invalid('amount_too_large', 'Amount must be no more than …', 'amount')
  checkStep(Number(amount), currency)
  const [customer, method] = [textIn(form, 'customer') ?? '', textIn(form, 'payment_method') ?? '']
  if (!books.customers.has(customer)) throw invalid('resource_missing', 'No such customer', 'customer')
  if (books.methods.get(method)?.customer !== customer) {
    throw invalid('resource_missing', 'No such PaymentMethod', 'payment_method')
  }
  if (textIn(form, 'confirm') !== 'true') throw invalid('', 'This stub confirms what it makes.', 'confirm')
  if (!Object.values(pairsIn(form, 'allowed_payment_method_types')).includes('card')) {
    throw invalid('', 'This stub takes cards.', 'allowed_payment_method_types')
  }
  const isManual = textIn(form, 'capture_method') === 'manual'
  const options = JSON.stringify(form['payment_method_options'] ?? {})
  if (isManual !== options.includes('"request_three_d_secure":"challenge"')) {
    throw invalid('', 'This stub captures by itself what needs no 3-D Secure.', 'capture_method')
  }
  if ('off_session' in form && 'setup_future_usage' in form) {
    throw invalid('', 'You cannot set up a card while its customer is away.', 'setup_future_usage')
  }
}

/** Returns one page, newest first. */
function listOf(
  objects: readonly { id: string; created: number }[],
  form: Form,
  filters: readonly string[] = [],
): object {
  const { gte = '0', lt = 'Infinity' } = pairsIn(form, 'created')
  const found = objects.toReversed().filter((object) => {
    const isTheirs = filters.every(
      (name) => !(name in form) || form[name] === (object as Record<string, unknown>)[name],
    )
    return isTheirs && object.created >= Number(gte) && object.created < Number(lt)
  })
  const after = textIn(form, 'starting_after')
  const rest = after === undefined ? found : found.slice(found.findIndex(({ id }) => id === after) + 1)
  const limit = Number(textIn(form, 'limit') ?? 10)
  if (limit < 1 || limit > 100) throw invalid('parameter_invalid_integer', 'Invalid limit', 'limit')
  return { object: 'list', data: rest.slice(0, limit), has_more: rest.length > limit, url: '/v1' }
}

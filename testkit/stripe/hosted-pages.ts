import type { StripeBooks } from './books.ts'
import { type Form, textIn } from './form.ts'
import { invalid } from './stripe-error.ts'
import { type TestCardName, testCards } from './test-cards.ts'

interface CheckoutSession {
  readonly id: string
  readonly object: 'checkout.session'
  readonly mode: string
  readonly url: string
  readonly success_url: string
  readonly cancel_url: string
  status: 'open' | 'complete'
  customer: string | null
  setup_intent: object | null
}

/** Stripe's hosted pages for customers: one asks for a card, one plays the bank. */
export class HostedPages {
  readonly #sessions = new Map<string, CheckoutSession>()
  readonly #books: StripeBooks
  readonly #apiUrl: () => string

  constructor(books: StripeBooks, apiUrl: () => string) {
    this.#books = books
    this.#apiUrl = apiUrl
  }

  create(form: Form): CheckoutSession {
    const id = this.#books.newId('cs')
    const success_url = textIn(form, 'success_url') ?? ''
    const session: CheckoutSession = {
      id,
      object: 'checkout.session',
      mode: textIn(form, 'mode') ?? '',
      url: `${this.#apiUrl()}/pay/${id}`,
      success_url,
      cancel_url: textIn(form, 'cancel_url') ?? success_url,
      status: 'open',
      customer: null,
      setup_intent: null,
    }
    this.#sessions.set(id, session)
    return session
  }

  get(id: string): CheckoutSession {
    const session = this.#sessions.get(id)
    if (session === undefined) throw invalid('resource_missing', `No such checkout.session: ${id}`, 'session', 404)
    return session
  }

  /** Completes the page with the customer's card. */
  complete(id: string, name: TestCardName): CheckoutSession {
    const session = this.get(id)
    const { id: methodId, customer, card } = this.#books.newMethod(name)
    const details = { brand: card.brand, last4: card.lastFour, exp_month: 12, exp_year: 2040 }
    const payment_method = { id: methodId, object: 'payment_method', type: 'card', card: details }
    session.status = 'complete'
    session.customer = customer
    session.setup_intent = {
      id: this.#books.newId('seti'),
      object: 'setup_intent',
      status: 'succeeded',
      payment_method,
    }
    return session
  }

  /** Returns the page at an address, or undefined if there is none. */
  show(path: string): string | undefined {
    const [, kind, id = ''] = path.split('/')
    if (kind === 'challenge') {
      return page(
        'Your bank',
        `<form method="post"><button name="answer" value="yes">Confirm</button>
        <button name="answer" value="no">Refuse</button></form>`,
      )
    }
    if (kind !== 'pay' || !this.#sessions.has(id)) return undefined
    const cards = Object.keys(testCards).map((name) => `<button name="card" value="${name}">${name}</button>`)
    const back = `<a href="${this.get(id).cancel_url.replaceAll('&', '&amp;')}">Back</a>`
    return page('Your card', `<form method="post">${cards.join(' ')}</form>${back}`)
  }

  /** Presses a button of the page. Returns the address to which the customer is redirected. */
  press(path: string, form: Form): string {
    const [, kind, id = ''] = path.split('/')
    if (kind === 'pay') return this.complete(id, textIn(form, 'card') as TestCardName).success_url
    const isConfirmed = textIn(form, 'answer') === 'yes'
    const { return_url = '' } = this.#books.answerBank(id, isConfirmed)
    const back = new URL(return_url)
    back.searchParams.set('payment_intent', id)
    back.searchParams.set('payment_intent_client_secret', `${id}_secret_of_the_customer`)
    back.searchParams.set('redirect_status', isConfirmed ? 'succeeded' : 'failed')
    return back.href
  }
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`
}

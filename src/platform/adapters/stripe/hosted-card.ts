import type Stripe from 'stripe'
import type { Card, CardBrand, CardEntry, HostedCard } from '../card-processor.ts'
import { NoStripeAnswer, type StripeClient } from './client.ts'

// Stripe reports a mada card as the scheme of its number.
const brands: Readonly<Record<string, CardBrand>> = {
  visa: 'visa',
  mastercard: 'mastercard',
  amex: 'american-express',
}

/**
 * Opens Stripe's own page, in setup mode: it takes the card's number, shows the bank's confirmation, and charges
 * nothing. Its id is not stored: a request with the same key returns it again.
 */
export function openHostedCard(client: StripeClient): HostedCard {
  const open = ({ id, returnUrl, lang }: CardEntry): Promise<Stripe.Checkout.Session> => {
    const params: Stripe.Checkout.SessionCreateParams = {
      mode: 'setup',
      allowed_payment_method_types: ['card'],
      customer_creation: 'always',
      client_reference_id: id,
      success_url: returnUrl,
      cancel_url: returnUrl,
      // The page has no Arabic; `auto` takes the browser's next language.
      locale: lang === 'en' ? 'en' : 'auto',
    }
    const idempotencyKey = `card-${id}`
    return client.read((stripe) => stripe.checkout.sessions.create(params, { idempotencyKey }))
  }
  return {
    async addressOf(entry) {
      const { url } = await open(entry)
      if (url === null) throw new NoStripeAnswer('Stripe: a page without an address')
      return url
    },
    async read(entry) {
      const { id } = await open(entry)
      const expand = ['setup_intent.payment_method']
      const session = await client.read((stripe) => stripe.checkout.sessions.retrieve(id, { expand }))
      return session.status === 'complete' ? cardOf(session) : undefined
    },
  }
}

function cardOf({ customer, setup_intent: setup }: Stripe.Checkout.Session): Card | undefined {
  if (setup === null || typeof setup === 'string' || setup.status !== 'succeeded') return undefined
  const method = setup.payment_method
  if (method === null || typeof method === 'string' || method.card === undefined) return undefined
  const customerId = typeof customer === 'string' ? customer : customer?.id
  const brand = brands[method.card.brand]
  if (customerId === undefined || brand === undefined) return undefined
  const { last4: lastFour, exp_month: expiryMonth, exp_year: expiryYear } = method.card
  return { token: `${customerId}/${method.id}`, brand, lastFour, expiryMonth, expiryYear }
}

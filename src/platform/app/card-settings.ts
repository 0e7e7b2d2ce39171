import { type Environment, isUnencrypted, type Variable } from './environment.ts'

/** The card processor of live payments. */
export interface CardSettings {
  /** The account at Stripe; undefined without one. */
  readonly stripe: StripeSettings | undefined
}

interface StripeSettings {
  readonly secretKey: string
  readonly apiUrl: string
  /** The secret of Stripe's signatures; undefined if it sends no events. */
  readonly webhookSecret: string | undefined
}

const stripeUrl = 'https://api.stripe.com'

export const cardVariables: readonly Variable[] = [
  {
    name: 'CARD_PROCESSOR',
    fallback: 'sandbox: moves no money; production: none',
    meaning: 'who charges the cards of live payments: `stripe`; those of test payments are never charged',
  },
  {
    name: 'STRIPE_SECRET_KEY',
    isSecret: true,
    fallback: '–',
    meaning:
      'the key of your account: `sk_live_…` or `rk_live_…` in production, `sk_test_…` or `rk_test_…` in a sandbox',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    isSecret: true,
    fallback: '–',
    meaning: 'the signing secret, `whsec_…`, of a webhook of your account that sends to `/processor/stripe/webhook`',
  },
  {
    name: 'STRIPE_API_URL',
    fallback: `\`${stripeUrl}\``,
    meaning: 'where Stripe is: the address of a proxy to it; in production `https:`, unless it is this machine',
  },
]

const keys = {
  // A sandbox must not charge real cards: any visitor can act as its customer.
  sandbox: {
    form: /^[sr]k_test_\w+$/,
    allowed: 'the secret key of a test account in a sandbox, sk_test_… or rk_test_…',
  },
  // A test account accepts invented cards: goods would leave the shop unpaid.
  production: {
    form: /^[sr]k_live_\w+$/,
    allowed: 'the secret key of a live account in production, sk_live_… or rk_live_…',
  },
}

export function readCards(env: Environment, mode: 'sandbox' | 'production'): CardSettings {
  const processor = env.value('CARD_PROCESSOR')
  if (processor !== 'stripe') {
    if (processor !== undefined) env.complain('CARD_PROCESSOR', 'stripe, or not set')
    return { stripe: undefined }
  }
  const secretKey = env.value('STRIPE_SECRET_KEY') ?? ''
  if (!keys[mode].form.test(secretKey)) env.complain('STRIPE_SECRET_KEY', keys[mode].allowed, 'secret')
  const apiUrl = env.url('STRIPE_API_URL', ['https:', 'http:'], 'secret') ?? stripeUrl
  if (new URL(apiUrl).origin !== apiUrl) env.complain('STRIPE_API_URL', 'an address without a path', 'secret')
  else if (mode === 'production' && isUnencrypted(apiUrl)) {
    env.complain(
      'STRIPE_API_URL',
      'an address that starts with https:// in production, unless it is this machine',
      'secret',
    )
  }
  const webhookSecret = env.value('STRIPE_WEBHOOK_SECRET')
  if (webhookSecret !== undefined && !/^whsec_\S+$/.test(webhookSecret)) {
    env.complain('STRIPE_WEBHOOK_SECRET', 'the signing secret of a webhook, whsec_…', 'secret')
  }
  return { stripe: { secretKey, apiUrl, webhookSecret } }
}

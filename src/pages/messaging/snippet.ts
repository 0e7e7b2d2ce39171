import type { FastifyRequest } from 'fastify'
import { installmentPeriod, laterParts, splitIntoParts } from '../../money/plans/plan.ts'
import type { App } from '../../platform/app/app.ts'
import { formatAmount, parseAmount } from '../../platform/base/money.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { Api } from '../../platform/http/api.ts'
import { allowAnyOrigin } from '../../platform/http/cors.ts'
import { guardKeyless } from '../../platform/http/limit-keyless.ts'
import { type BodyOf, CurrencyCode, example } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import type { KeyHolder } from '../../platform/merchants/caller.ts'
import { findKeyHolder } from '../../platform/merchants/keys/find-key-holder.ts'
import { findStoreByCode, type Store } from '../../platform/merchants/merchant.ts'
import { refusals as callerRefusals } from '../../platform/merchants/refusals.ts'
import { refusals } from './refusals.ts'

const Money = Type.String({ description: "a decimal text with the currency's decimals" })
const Quote = Type.Object({
  count: Type.Integer({ description: 'number of parts' }),
  period: Type.String({ description: 'from one part to the next' }),
  today: Type.String({ description: 'the part that is paid at checkout' }),
  installments: Type.Array(Type.Object({ due_date: Type.String({ format: 'date' }), amount: Money })),
  service_fee: Money,
})

const exampleSnippet = {
  currency: 'AED',
  price: '340.00',
  is_available: true,
  plans: [
    {
      count: 4,
      period: 'P1M',
      today: '85.00',
      installments: [
        { due_date: '2026-04-01', amount: '85.00' },
        { due_date: '2026-05-01', amount: '85.00' },
        { due_date: '2026-06-01', amount: '85.00' },
      ],
      service_fee: '0.00',
    },
  ],
  min_amount: '1.00',
  max_amount: '50000.00',
}

const SnippetAnswer = Type.Object(
  {
    currency: CurrencyCode,
    price: Money,
    is_available: Type.Boolean({ description: "whether the price is within the store's limits" }),
    plans: Type.Array(Quote),
    min_amount: Money,
    max_amount: Money,
  },
  { description: 'The figures of a snippet', examples: [exampleSnippet] },
)
type SnippetAnswer = BodyOf<typeof SnippetAnswer>

const text = (description: string, value: string) => Type.Optional(example(Type.String({ description }), value))
const SnippetQuery = Type.Object({
  price: text('a decimal text', '340.00'),
  currency: text('that of the store', 'AED'),
  merchant_code: text('absent: the default store of the currency', 'demo_ae'),
  public_key: text('a public key of the merchant', 'pk_test_11111111-1111-4111-8111-111111111111'),
})

/** Adds the figures of snippets (docs/contract/messaging.md#figures). */
export function addSnippet({ app, server, region }: Api): void {
  const { invalidSecretKey, keyNotFound, wrongRegion, unknownMerchantCode } = callerRefusals
  const { wrongPrice, wrongCurrency } = refusals
  const schema = {
    operationId: 'getSnippet',
    summary: 'Figures of a snippet',
    description: 'The plan that a session for this price would get, for shop pages. Needs a public key in the query.',
    tags: ['Checkout'],
    security: [],
    querystring: SnippetQuery,
    response: { 200: SnippetAnswer },
  }
  const options = {
    onRequest: [allowAnyOrigin, guardKeyless(app, 'snippet')],
    config: { refuses: [invalidSecretKey, keyNotFound, wrongRegion, unknownMerchantCode, wrongCurrency, wrongPrice] },
    schema,
  }
  server.get('/api/v1/snippet', options, async (request, reply) => {
    const { price = '', currency = '', merchant_code: code = '', public_key: key = '' } = textsOf(request)
    const holder = await findHolder(app, key)
    if (holder.region !== region) throw wrongRegion()
    const store = findStore(holder.stores, code, currency)
    if (store === undefined) throw unknownMerchantCode()
    reply.header('cache-control', 'public, max-age=60')
    return quote(store, readPrice(price, currency, store), app.clock.now() + holder.clockOffsetMs)
  })
}

function textsOf({ query }: FastifyRequest): Readonly<Record<string, string | undefined>> {
  return query as Record<string, string | undefined>
}

async function findHolder(app: App, key: string): Promise<KeyHolder> {
  const holder = key.startsWith('pk_') ? await findKeyHolder(app, key) : 'revoked'
  if (holder === 'unknown') throw callerRefusals.keyNotFound()
  if (typeof holder === 'string') throw callerRefusals.invalidSecretKey()
  return holder
}

// A shop page may not know its merchant code: then the currency chooses the store.
function findStore(stores: readonly Store[], code: string, currency: string): Store | undefined {
  if (code !== '') return findStoreByCode(stores, code)
  return stores.find((store) => store.currency === currency) ?? stores.find(({ isDefault }) => isDefault)
}

function readPrice(price: string, currency: string, store: Store): bigint {
  if (currency !== store.currency) throw refusals.wrongCurrency()
  const minor = parseAmount(price, store.currency)
  if (typeof minor !== 'bigint' || minor <= 0n) throw refusals.wrongPrice()
  return minor
}

function quote(store: Store, priceMinor: bigint, now: Instant): SnippetAnswer {
  const { currency, smallestOrderMinor, largestOrderMinor } = store
  const format = (minor: bigint): string => formatAmount(minor, currency)
  const [first, ...later] = splitIntoParts(priceMinor, currency, now)
  const isAvailable = priceMinor >= smallestOrderMinor && priceMinor <= largestOrderMinor
  const plan = {
    count: laterParts + 1,
    period: installmentPeriod,
    today: format(first?.amountMinor ?? 0n),
    installments: later.map(({ dueDate, amountMinor }) => ({ due_date: dueDate, amount: format(amountMinor) })),
    service_fee: format(0n),
  }
  return {
    currency,
    price: format(priceMinor),
    is_available: isAvailable,
    plans: isAvailable ? [plan] : [],
    min_amount: format(smallestOrderMinor),
    max_amount: format(largestOrderMinor),
  }
}

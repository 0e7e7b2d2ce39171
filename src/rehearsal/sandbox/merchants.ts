import { type OffersRequest, readOffers } from '../../money/obligations/read-offers.ts'
import { acceptResponsibility } from '../../money/obligations/responsibilities.ts'
import { offersInput } from '../../money/obligations/schemas.ts'
import type { App } from '../../platform/app/app.ts'
import type { Region } from '../../platform/base/market-entries.ts'
import {
  type Country,
  countries,
  currencyOf,
  finestCurrency,
  marketOf,
  regionOf,
  regions,
} from '../../platform/base/markets.ts'
import { type WrongField, wrongValue } from '../../platform/base/refusals.ts'
import type { Api } from '../../platform/http/api.ts'
import { guardKeyless } from '../../platform/http/limit-keyless.ts'
import { type Part, readBody, validatorCompiler } from '../../platform/http/read-body.ts'
import { type BodyOf, example, optional, text, Uuid } from '../../platform/http/schemas.ts'
import { type Static, Type } from '../../platform/http/type.ts'
import { codeKeyOf } from '../../platform/merchants/merchant.ts'
import { standardOffers } from '../../platform/merchants/stores/plan-terms.ts'
import { readWebhook } from '../../platform/webhooks/endpoints/read-webhook.ts'
import { refusalsOf } from '../../platform/webhooks/refusals.ts'
import {
  type AddedNotices,
  addNotices,
  makeMerchant,
  type NoticeRequest,
  type SandboxMerchant,
} from './sandbox-merchants.ts'
import { exampleFee, feeWire, readFee, StoreFee, StoreFeeInput } from './store-fees.ts'

const tags = ['Sandbox']

const NewStore = Type.Object({
  merchant_code: Type.Unsafe<string>({ type: 'string', format: 'text', minLength: 1, maxLength: 255 }),
  country: Type.Unsafe<Country>({ type: 'string', enum: [...countries] }),
  checkout: optional(Type.Unsafe<'strict' | 'lenient'>({ type: 'string', enum: ['strict', 'lenient', null] })),
  fee: optional(StoreFeeInput),
  ...offersInput,
  webhook_url: optional(Type.String({ description: 'where its payment notifications of test mode go' })),
  signing: optional(Type.Boolean({ description: 'whether its notifications are signed' })),
})

/** What `createMerchant` takes. */
export const NewMerchant = Type.Object({
  name: text(),
  region: Type.Unsafe<Region>({ type: 'string', enum: [...regions] }),
  stores: Type.Array(NewStore, { minItems: 1, maxItems: 20 }),
})

const exampleMerchant = {
  name: 'Shop',
  region: 'uae',
  stores: [
    { merchant_code: 'AE', country: 'AE', fee: exampleFee, webhook_url: 'https://shop.example/hook', signing: true },
  ],
}

const Keys = Type.Object({ secret: Type.String(), public: Type.String() })

const MerchantAnswer = Type.Object(
  {
    merchant: Type.Object({ id: Uuid, name: Type.String(), region: Type.String() }),
    stores: Type.Array(
      Type.Object({
        merchant_code: Type.String(),
        country: Type.String(),
        currency: Type.String(),
        checkout: Type.String({ description: '`strict` or `lenient`' }),
        fee: StoreFee,
        webhook_id: Type.Optional(Type.String({ format: 'uuid', description: 'of its webhook in test mode' })),
        signing_secret: Type.Optional(Type.String({ description: 'what its notifications are signed with' })),
      }),
    ),
    keys: Type.Object({ test: Keys, live: Keys }),
    dashboard: Type.Object(
      { email: Type.String(), password: Type.String() },
      { description: 'With what its admin signs in at `/dashboard`' },
    ),
  },
  {
    title: 'NewMerchant',
    description: 'The merchant, its keys, and its admin',
    examples: [
      {
        merchant: { id: '0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22', name: 'Shop', region: 'uae' },
        stores: [
          {
            merchant_code: 'AE',
            country: 'AE',
            currency: 'AED',
            checkout: 'strict',
            fee: exampleFee,
            webhook_id: '9a7c3c1e-7b55-44a8-8e9b-8e3a1f7e6a01',
            signing_secret: 'whsec_C2FtcGxlLXNlY3JldC1mb3ItcmVmZXJl',
          },
        ],
        keys: {
          test: {
            secret: 'sk_test_4d0f5a0e-0a52-4f0c-9d1c-6f6f1c0a7b11',
            public: 'pk_test_4d0f5a0e-0a52-4f0c-9d1c-6f6f1c0a7b11',
          },
          live: {
            secret: 'sk_4d0f5a0e-0a52-4f0c-9d1c-6f6f1c0a7b12',
            public: 'pk_4d0f5a0e-0a52-4f0c-9d1c-6f6f1c0a7b12',
          },
        },
        dashboard: { email: 'admin@3d0c2b0e1f22.test', password: 'qist-sandbox-1' },
      },
    ],
  },
)

/** Adds `POST /sandbox/merchants`: makes a merchant with keys, isolated from all others. Needs no key. */
export function addMerchantRoutes({ app, server }: Api): void {
  const schema = {
    operationId: 'createMerchant',
    summary: 'Make a merchant',
    description:
      'A new merchant, its stores, its keys and an admin for its dashboard: one per test run, isolated from all others. Needs no key. A sandbox has at most 10,000 of them: to make more, the oldest that were never used go; while all are used, it answers 429.',
    tags,
    security: [],
    body: example(NewMerchant, exampleMerchant),
    response: { 200: MerchantAnswer },
  }
  const onRequest = guardKeyless(app, 'merchant')
  const config = { refuses: [refusalsOf.payment.invalidUrl] }
  const options = { onRequest, validatorCompiler, config, schema }
  server.post('/sandbox/merchants', options, async (request) => {
    const { newMerchant, stores, requests } = readNewMerchant(request.body)
    const notices = await Promise.all(stores.map((store) => readNotices(app, store)))
    const made = await makeMerchant(app, newMerchant)
    await acceptAll(app, made, requests)
    return merchantWire(made, await addNotices(app, made, notices))
  })
}

function readNewMerchant(body: unknown) {
  return readBody(NewMerchant, body, ({ name = '', region, stores = [] }, wrong) => {
    wrong.push(...wrongStores(region, stores))
    const requests = stores.map((store, index) => readStoreOffers(store, `$.stores[${index}]`, wrong))
    const read = stores.map(({ merchant_code = '', country, checkout, fee }, index) => ({
      merchantCode: merchant_code,
      country: country ?? 'AE',
      checkout: checkout ?? 'strict',
      // With a wrong country, an amount that is invalid in every currency is still reported.
      feeRates: readFee(
        fee,
        isCountry(country) ? currencyOf(country) : finestCurrency,
        `$.stores[${index}].fee`,
        wrong,
      ),
      offers: requests[index]?.offers ?? standardOffers,
    }))
    return { newMerchant: { name, region: region ?? 'uae', stores: read }, stores, requests }
  })
}

function wrongStores(region: string | undefined, stores: readonly GivenStore[]): WrongField[] {
  const home = regions.find((known) => known === region)
  const codes = stores.map(({ merchant_code: code }) => code && codeKeyOf(code))
  return stores.flatMap(({ country }, index) => {
    const field = `$.stores[${index}]`
    const wrong: WrongField[] = []
    if (home !== undefined && isCountry(country) && regionOf(country) !== home) {
      wrong.push(wrongValue(`${field}.country`, `is not in the region ${home}`))
    }
    if (codes[index] && codes.indexOf(codes[index]) !== index) {
      wrong.push(wrongValue(`${field}.merchant_code`, 'is there twice'))
    }
    return wrong
  })
}

type GivenStore = Part<Static<typeof NewStore>>

// A new store has the limits of its market.
function readStoreOffers(store: GivenStore, at: string, wrong: WrongField[]): OffersRequest {
  const currency = isCountry(store.country) ? currencyOf(store.country) : finestCurrency
  const smallestOrderMinor = marketOf(currency).orderLimits.smallestMinor
  return readOffers(store, { currency, smallestOrderMinor }, at, wrong)
}

async function acceptAll(app: App, { merchant, stores }: SandboxMerchant, requests: readonly OffersRequest[]) {
  const { merchantId } = merchant
  const responsibilities = stores.flatMap(({ id: storeId }, index) =>
    (requests[index]?.accepted ?? []).map(({ rule, value }) => ({ storeId, rule, value })),
  )
  await acceptResponsibility(app, app.db, merchantId, responsibilities, 'sandbox')
}

function isCountry(text: string | undefined): text is Country {
  return countries.some((country) => country === text)
}

/** Returns the notification settings of a new store. Refuses a wrong address as registering a webhook does. */
async function readNotices(app: App, { webhook_url, signing }: GivenStore): Promise<NoticeRequest> {
  const webhook = typeof webhook_url === 'string' ? await readWebhook(app, 'payment', { url: webhook_url }) : undefined
  return { webhook, isSigned: signing === true }
}

function merchantWire(
  { merchant, stores, keys, dashboard }: SandboxMerchant,
  notices: readonly AddedNotices[],
): BodyOf<typeof MerchantAnswer> {
  return {
    merchant: { id: merchant.merchantId, name: merchant.name, region: merchant.region },
    stores: stores.map(({ merchantCode, country, currency, checkout, feeRates }, index) => ({
      merchant_code: merchantCode,
      country,
      currency,
      checkout,
      fee: feeWire(feeRates, currency),
      ...notices[index],
    })),
    keys,
    dashboard,
  }
}

import { type Country, countries, regionOf } from '../base/countries.ts'
import { type WrongField, wrongFields, wrongValue } from '../base/refusals.ts'
import type { Api } from '../http/api.ts'
import { guardKeyless } from '../http/limit-keyless.ts'
import { example, optional, type Shown, text, Uuid } from '../http/schemas.ts'
import { Type } from '../http/type.ts'
import { codeKeyOf } from '../merchants/merchant.ts'
import type { OpenedMerchant } from '../merchants/open-merchant.ts'
import { makeMerchant } from './make-merchant.ts'

const tags = ['Sandbox']

const NewMerchant = Type.Object({
  name: text(),
  region: Type.Unsafe<'uae' | 'ksa'>({ type: 'string', enum: ['uae', 'ksa'] }),
  stores: Type.Array(
    Type.Object({
      merchant_code: Type.Unsafe<string>({ type: 'string', format: 'text', minLength: 1, maxLength: 255 }),
      country: Type.Unsafe<Country>({ type: 'string', enum: [...countries] }),
      checkout: optional(Type.Unsafe<'strict' | 'lenient'>({ type: 'string', enum: ['strict', 'lenient', null] })),
    }),
    { minItems: 1, maxItems: 20 },
  ),
})

const exampleMerchant = { name: 'Shop', region: 'uae', stores: [{ merchant_code: 'AE', country: 'AE' }] }

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
      }),
    ),
    keys: Type.Object({ test: Keys, live: Keys }),
  },
  {
    title: 'NewMerchant',
    description: 'The merchant and its keys',
    examples: [
      {
        merchant: { id: '0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22', name: 'Shop', region: 'uae' },
        stores: [{ merchant_code: 'AE', country: 'AE', currency: 'AED', checkout: 'strict' }],
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
      },
    ],
  },
)

/** `POST /sandbox/merchants`: a new merchant with its keys, isolated from all others. Needs no key. */
export function addMerchantRoutes({ app, server }: Api): void {
  const schema = {
    operationId: 'createMerchant',
    summary: 'Make a merchant',
    description:
      'A new merchant, its stores and keys: one per test run, isolated from all others. Needs no key. A sandbox has at most 10,000 of them: to make more, the oldest that were never used go; while all are used, it answers 429.',
    tags,
    security: [],
    body: example(NewMerchant, exampleMerchant),
    response: { 200: MerchantAnswer },
  }
  const onRequest = guardKeyless(app, 'merchant')
  server.post('/sandbox/merchants', { onRequest, schema }, async (request) => {
    const { name, region, stores } = request.body
    const wrong = wrongStores(region, stores)
    if (wrong.length > 0) throw wrongFields(wrong)
    const opened = await makeMerchant(app, {
      name,
      region,
      stores: stores.map(({ merchant_code, country, checkout }) => ({
        merchantCode: merchant_code,
        country,
        checkout: checkout ?? 'strict',
      })),
    })
    return merchantWire(opened)
  })
}

function wrongStores(region: string, stores: readonly { merchant_code: string; country: Country }[]): WrongField[] {
  const codes = stores.map((store) => codeKeyOf(store.merchant_code))
  return stores.flatMap((store, index) => {
    const field = `$.stores[${index}]`
    const wrong: WrongField[] = []
    if (regionOf[store.country] !== region) wrong.push(wrongValue(`${field}.country`, `is not in the region ${region}`))
    if (codes.indexOf(codes[index] ?? '') !== index) wrong.push(wrongValue(`${field}.merchant_code`, 'is there twice'))
    return wrong
  })
}

function merchantWire({ merchant, stores, keys }: OpenedMerchant): Shown<typeof MerchantAnswer> {
  return {
    merchant: { id: merchant.merchantId, name: merchant.name, region: merchant.region },
    stores: stores.map(({ merchantCode, country, currency, checkout }) => ({
      merchant_code: merchantCode,
      country,
      currency,
      checkout,
    })),
    keys,
  }
}

import type { Region } from '../../platform/base/market-entries.ts'
import { regions } from '../../platform/base/markets.ts'
import type { Api } from '../../platform/http/api.ts'
import { Uuid } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'

const OwnStore = Type.Object({
  merchant_code: Type.String(),
  country: Type.String(),
  currency: Type.String(),
  checkout: Type.String({ description: '`strict` or `lenient`' }),
})

/** The merchant of a key. */
const OwnMerchantAnswer = Type.Object(
  {
    merchant_id: Uuid,
    region: Type.Unsafe<Region>({ type: 'string', enum: [...regions] }),
    is_test: Type.Boolean({ description: "the key's mode" }),
    stores: Type.Array(OwnStore, { description: 'in the order in which they were made' }),
  },
  {
    title: 'OwnMerchant',
    description: 'The merchant and its stores',
    examples: [
      {
        merchant_id: '0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22',
        region: 'uae',
        is_test: true,
        stores: [{ merchant_code: 'AE', country: 'AE', currency: 'AED', checkout: 'strict' }],
      },
    ],
  },
)

/** Adds `GET /sandbox/merchant`: whose key this is (docs/contract/integrators.md#helpers). */
export function addOwnMerchantRoute(api: Api): void {
  const schema = {
    operationId: 'getMerchant',
    summary: 'Read whose key this is',
    description: "The key's merchant and mode, and the stores for which it can open sessions.",
    tags: ['Sandbox'],
    response: { 200: OwnMerchantAnswer },
  }
  const config = { bodyless: true, refuses: [] }
  api.server.get('/sandbox/merchant', { onRequest: requireKey(api, 'none'), config, schema }, async (request) => {
    const { merchantId, isTest, region, stores } = callerOf(request)
    return {
      ...{ merchant_id: merchantId, region, is_test: isTest },
      stores: stores.map(({ merchantCode, country, currency, checkout }) => ({
        ...{ merchant_code: merchantCode, country, currency, checkout },
      })),
    }
  })
}

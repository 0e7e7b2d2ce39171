import type { Api } from '../../platform/http/api.ts'
import { example, text } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'
import { findStoreByCode } from '../../platform/merchants/merchant.ts'
import { refusals } from '../../platform/merchants/refusals.ts'
import { rotateSigningSecret } from '../../platform/webhooks/secrets/rotate-signing-secret.ts'

const Secret = Type.Object(
  { secret: Type.String() },
  { description: 'Shown this one time', examples: [{ secret: 'whsec_C2FtcGxlLXNlY3JldC1mb3ItcmVmZXJl' }] },
)

/** `POST /sandbox/signing`: a store's notifications are signed from now on (docs/contract/integrators.md#signing). */
export function addSigningRoute(api: Api): void {
  const schema = {
    operationId: 'rotateSigning',
    summary: "Sign a store's notifications",
    description:
      'Turns signing on, or makes a new secret; with the one before, notifications are signed too for 24 hours. Holds for both modes.',
    tags: ['Sandbox'],
    body: example(Type.Object({ merchant_code: text() }), { merchant_code: 'AE' }),
    response: { 200: Secret },
  }
  const { app, server } = api
  const options = { onRequest: requireKey(api, 'none'), config: { refuses: [refusals.unknownMerchantCode] }, schema }
  server.post('/sandbox/signing', options, async (request) => {
    const { merchantId, stores } = callerOf(request)
    const store = findStoreByCode(stores, request.body.merchant_code)
    if (store === undefined) throw refusals.unknownMerchantCode()
    return { secret: await rotateSigningSecret(app, { merchantId, storeId: store.id }) }
  })
}

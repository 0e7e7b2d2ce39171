import type { DueWork } from '../../../platform/due/due.ts'
import type { Api } from '../../../platform/http/api.ts'
import { ok, okAnswer } from '../../../platform/http/schemas.ts'
import { callerOf, requireKey } from '../../../platform/merchants/guards.ts'
import { refusals } from '../../refusals.ts'
import { resetMerchant } from './reset-merchant.ts'

/** `POST /sandbox/reset`: the key's mode of this merchant begins anew (docs/contract/integrators.md#reset). */
export function addResetRoute(api: Api, works: readonly DueWork[]): void {
  const schema = {
    operationId: 'resetMerchant',
    summary: 'Begin anew',
    description:
      "Removes all that came of the merchant in the key's mode: payments, disputes, what was paid and settled, notifications, webhooks, faults, journal, risk rules. The clock is the system's again, for both modes. Keys, stores and signing stay, and webhooks that were given when the merchant was made come back.",
    tags: ['Sandbox'],
    response: { 200: okAnswer('It is as new') },
  }
  const config = { bodyless: true, refuses: [refusals.notPrepared] }
  const { app, server } = api
  server.post('/sandbox/reset', { onRequest: requireKey(api, 'none'), config, schema }, async (request) => {
    await resetMerchant(app, works, callerOf(request))
    return ok
  })
}

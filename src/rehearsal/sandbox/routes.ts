import type { DueWork } from '../../platform/due/due.ts'
import type { Api } from '../../platform/http/api.ts'
import { ok, okAnswer } from '../../platform/http/schemas.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'
import { addCertificateRoutes } from '../certificate/routes.ts'
import type { Operations } from '../faults/operations.ts'
import { addFaultRoutes } from '../faults/routes.ts'
import { addJournalRoutes } from '../journal/routes.ts'
import { refusals } from '../refusals.ts'
import { addClockRoutes } from './clock.ts'
import { addDecisionDoubleRoutes } from './decision-double.ts'
import { addSandboxDisputeRoutes } from './disputes.ts'
import { addMerchantRoutes } from './merchants.ts'
import { addSandboxMessageRoutes } from './messages.ts'
import { addDeliverRoute, addSandboxNotificationRoutes, addSigningRoute } from './notifications.ts'
import { addOwnMerchantRoute } from './own-merchant.ts'
import { addSandboxPaymentRoutes } from './payments.ts'
import { addSandboxPlanRoutes } from './plans.ts'
import { addProcessorReportRoute } from './processor-report.ts'
import { resetMerchant } from './reset/reset-merchant.ts'
import { addSandboxRiskRoutes } from './risk.ts'
import { addSnapshotRoutes } from './snapshots.ts'
import { addStorePlanRoutes } from './store-plans.ts'

/**
 * Adds the sandbox API, with which an integrator rehearses every path (docs/contract/running.md#sandbox-api). Fault
 * rules can name `operations`. Not added in production.
 */
export function addSandboxRoutes(api: Api, works: readonly DueWork[], operations: Operations | undefined): void {
  addMerchantRoutes(api)
  addOwnMerchantRoute(api)
  addSandboxPaymentRoutes(api)
  addSandboxPlanRoutes(api)
  addSandboxMessageRoutes(api)
  addProcessorReportRoute(api)
  addSandboxRiskRoutes(api)
  addDecisionDoubleRoutes(api)
  addStorePlanRoutes(api)
  addSandboxDisputeRoutes(api)
  addClockRoutes(api, works)
  addSandboxNotificationRoutes(api)
  addDeliverRoute(api)
  addSigningRoute(api)
  addResetRoute(api, works)
  addSnapshotRoutes(api)
  if (operations === undefined) return
  addFaultRoutes(api, operations)
  addJournalRoutes(api)
  addCertificateRoutes(api)
}

/** Adds `POST /sandbox/reset`: resets this merchant in the key's mode (docs/contract/integrators.md#reset). */
function addResetRoute(api: Api, works: readonly DueWork[]): void {
  const schema = {
    operationId: 'resetMerchant',
    summary: 'Begin anew',
    description:
      "Removes all that came of the merchant in the key's mode: payments, disputes, what was paid and settled, notifications, webhooks, faults, journal, risk rules, the answer in place of the scoring service. The clock is the system's again, for both modes. Keys, stores and signing stay, and webhooks that were given when the merchant was made come back.",
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

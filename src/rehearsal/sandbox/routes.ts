import type { DueWork } from '../../platform/due/due.ts'
import type { Api } from '../../platform/http/api.ts'
import { addCertificateRoutes } from '../certificate/routes.ts'
import type { Operations } from '../faults/operations.ts'
import { addFaultRoutes } from '../faults/routes.ts'
import { addJournalRoutes } from '../journal/routes.ts'
import { addClockRoutes } from './clock.ts'
import { addDeliverRoute } from './deliveries.ts'
import { addSandboxDisputeRoutes } from './disputes.ts'
import { addMerchantRoutes } from './merchants.ts'
import { addSandboxMessageRoutes } from './messages.ts'
import { addSandboxNotificationRoutes } from './notifications.ts'
import { addSandboxPaymentRoutes } from './payments.ts'
import { addSandboxPlanRoutes } from './plans.ts'
import { addProcessorReportRoute } from './processor-report.ts'
import { addResetRoute } from './reset/routes.ts'
import { addSandboxRiskRoutes } from './risk.ts'
import { addSigningRoute } from './signing.ts'

/**
 * The sandbox API (docs/contract/running.md#sandbox-api): what lets an integrator rehearse every path. Faults may strike `operations`. Not
 * there in production.
 */
export function addSandboxRoutes(api: Api, works: readonly DueWork[], operations: Operations | undefined): void {
  addMerchantRoutes(api)
  addSandboxPaymentRoutes(api)
  addSandboxPlanRoutes(api)
  addSandboxMessageRoutes(api)
  addProcessorReportRoute(api)
  addSandboxRiskRoutes(api)
  addSandboxDisputeRoutes(api)
  addClockRoutes(api, works)
  addSandboxNotificationRoutes(api)
  addDeliverRoute(api)
  addSigningRoute(api)
  addResetRoute(api, works)
  if (operations === undefined) return
  addFaultRoutes(api, operations)
  addJournalRoutes(api)
  addCertificateRoutes(api)
}

import type { DueWork } from '../due/due.ts'
import type { Api } from '../http/api.ts'
import { addClockRoutes } from './clock.ts'
import { addSandboxDisputeRoutes } from './disputes.ts'
import { addMerchantRoutes } from './merchants.ts'
import { addSandboxMessageRoutes } from './messages.ts'
import { addSandboxNotificationRoutes } from './notifications.ts'
import { addSandboxPaymentRoutes } from './payments.ts'
import { addSandboxPlanRoutes } from './plans.ts'
import { addProcessorReportRoute } from './processor-report.ts'
import { addSandboxRiskRoutes } from './risk.ts'

/**
 * The sandbox API (docs/contract/running.md#sandbox-api): what lets an integrator rehearse every path. Not there in production.
 */
export function addSandboxRoutes(api: Api, works: readonly DueWork[]): void {
  addMerchantRoutes(api)
  addSandboxPaymentRoutes(api)
  addSandboxPlanRoutes(api)
  addSandboxMessageRoutes(api)
  addProcessorReportRoute(api)
  addSandboxRiskRoutes(api)
  addSandboxDisputeRoutes(api)
  addClockRoutes(api, works)
  addSandboxNotificationRoutes(api)
}

import type { AddressInfo } from 'node:net'
import { addProcessorRoutes } from '../money/charges/processor-routes.ts'
import { addCheckoutRoutes } from '../money/checkout/routes.ts'
import { addAttachmentRoutes } from '../money/disputes/attachments/routes.ts'
import { disputeNotification } from '../money/disputes/notification-schema.ts'
import { addDisputeRoutes } from '../money/disputes/routes.ts'
import { paymentNotification } from '../money/payments/notification-schema.ts'
import { addPaymentRoutes } from '../money/payments/routes.ts'
import { addSettlementRoutes } from '../money/settlements/routes.ts'
import { addAccount } from '../pages/account/routes.ts'
import type { Rehearsal } from '../pages/dashboard/page.ts'
import { addDocs } from '../pages/docs/routes.ts'
import { addMessaging } from '../pages/messaging/routes.ts'
import { addPaymentPage } from '../pages/payment-page/routes.ts'
import { addSdkConfig } from '../pages/payment-page/sdk-config.ts'
import type { Metrics } from '../platform/adapters/metrics.ts'
import { type App, baseUrlOf } from '../platform/app/app.ts'
import { explainHost } from '../platform/app/serving-settings.ts'
import type { Region } from '../platform/base/market-entries.ts'
import type { Api } from '../platform/http/api.ts'
import { addHealth, addReady } from '../platform/http/health.ts'
import { addLazyRoutes } from '../platform/http/lazy-routes.ts'
import { addMetrics, countAnswers } from '../platform/http/metrics.ts'
import { openServer, type Server } from '../platform/http/open-server.ts'
import { addOpenApi } from '../platform/http/openapi.ts'
import { traceRequests } from '../platform/http/trace-requests.ts'
import { addLogoRoute } from '../platform/merchants/stores/logo-route.ts'
import { assets as peopleAssets } from '../platform/people/assets.ts'
import { addSigningRoutes } from '../platform/signing/routes.ts'
import { startSigning } from '../platform/signing/signing-keys.ts'
import { addAssets } from '../platform/ui/assets.ts'
import { backOfficeAssets } from '../platform/ui/back-office/assets.ts'
import { addWebhookRoutes } from '../platform/webhooks/routes.ts'
import { dueWorks } from './due-works.ts'
import { loadErasedPlaces } from './erased-places.ts'

export interface RunningServer {
  readonly region: Region
  /** The public base address, without a slash at its end. */
  readonly baseUrl: string
  /** Takes no new requests, and waits for those under way. */
  close(): Promise<void>
}

// With a socket per process the kernel distributes connections. Without it the first process does, and a connection on
// its way to a killed process hangs.
const canSharePorts = process.platform === 'linux'

/**
 * Serves one region: API, pages and reference on its port, and publishes the key that it signs with. Refuses with an
 * UnusableFolder if attachments or a key cannot be stored, and with an UnusableHost if HOST cannot be used.
 */
export async function startServer(app: App, metrics: Metrics, region: Region): Promise<RunningServer> {
  await app.files.prepare()
  await startSigning(app)
  const { server, baseUrl } = await assembleServer(app, metrics, region)
  const { host, ports, processes } = app.config
  const listening = { host, port: ports[region], reusePort: processes > 1 && canSharePorts }
  await server.listen(listening).catch((error: unknown) => {
    throw explainHost(error, host)
  })
  app.chosenPorts.set(region, (server.server.address() as AddressInfo).port)
  return { region, baseUrl: baseUrl(), close: () => drain(server) }
}

/** Returns one region's server with all its routes, not listening yet, and its API description. */
export async function assembleServer(app: App, metrics: Metrics, region: Region) {
  const { config } = app
  const server = openServer(app.log, config)
  const baseUrl = (): string => baseUrlOf(app, region)
  const api: Api = { app, region, server, baseUrl }
  if (app.traces !== undefined) traceRequests(server, app.traces, region)
  addMetrics(server, metrics, region)
  addHealth(server, app)
  addReady(server, app)
  const describe = await addOpenApi(server, baseUrl, [paymentNotification, disputeNotification], config.clientAliases)
  addDocs(api, metrics, describe)
  // Added outside of the scope below, because nested scopes would not pass on the collected operations, and before the
  // journal, which records the final answer.
  const sandbox = config.mode === 'sandbox' ? await loadSandbox() : undefined
  const operations = config.rehearsal ? sandbox?.addFaultHooks(api) : undefined
  await server.register(async () => {
    if (config.rehearsal) sandbox?.addJournalHooks(api)
    addLogoRoute(api)
    addCheckoutRoutes(api)
    addPaymentRoutes(api)
    addDisputeRoutes(api)
    addAttachmentRoutes(api)
    addSettlementRoutes(api)
    addWebhookRoutes(api)
    addSigningRoutes(api)
    addPaymentPage(api)
    addMessaging(api)
    if (config.clientAliases) addSdkConfig(api)
    addAccount(api, () => loadErasedPlaces(app))
    addBackOffices(api, metrics, operations && { works: dueWorks, operations })
    addProcessorRoutes(api)
    sandbox?.addSandboxRoutes(api, dueWorks, operations)
  })
  return { server, baseUrl, describe }
}

// Production loads no sandbox code.
async function loadSandbox() {
  const [{ addFaultHooks }, { addJournalHooks }, { addSandboxRoutes }] = await Promise.all([
    import('../rehearsal/faults/hooks.ts'),
    import('../rehearsal/journal/hooks.ts'),
    import('../rehearsal/sandbox/routes.ts'),
  ])
  return { addFaultHooks, addJournalHooks, addSandboxRoutes }
}

// The back offices' pages are loaded on first use.
function addBackOffices(api: Api, metrics: Metrics, rehearsal: Rehearsal | undefined): void {
  addAssets(api.server, [...peopleAssets, ...backOfficeAssets])
  addLazyRoutes(api, '/dashboard', async (server) => {
    countAnswers(server, metrics, api.region)
    const { addDashboard } = await import('../pages/dashboard/routes.ts')
    addDashboard({ ...api, server, rehearsal })
  })
  addLazyRoutes(api, '/support', async (server) => {
    countAnswers(server, metrics, api.region)
    const [{ addSupport }, { addImpersonatedDashboard }, { removeSignInsOf }, { makeArchive }] = await Promise.all([
      import('../pages/support/routes.ts'),
      import('../pages/dashboard/routes.ts'),
      import('../pages/account/sign-in/sign-ins.ts'),
      import('../pages/account/data/archive.ts'),
    ])
    addSupport(
      { ...api, server },
      { addImpersonatedDashboard, unlockSignIns: removeSignInsOf, makeArchive, loadErasedPlaces },
    )
  })
}

// A keep-alive connection with a request under way becomes idle only after closing has begun, so idle ones are closed
// repeatedly.
async function drain(server: Server): Promise<void> {
  const closingIdle = setInterval(() => server.server.closeIdleConnections(), 50)
  await server.close().finally(() => clearInterval(closingIdle))
}

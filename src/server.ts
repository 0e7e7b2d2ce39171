import type { AddressInfo } from 'node:net'
import { addAccount } from './account/routes.ts'
import type { Metrics } from './adapters/metrics.ts'
import { addDocs } from './api-docs/routes.ts'
import type { App } from './app/app.ts'
import { baseUrlOf } from './app/base-url.ts'
import { explainHost } from './app/unusable-host.ts'
import type { Region } from './base/regions.ts'
import { addProcessorRoutes } from './charges/processor-routes.ts'
import { addCheckoutRoutes } from './checkout/routes.ts'
import type { Rehearsal } from './dashboard/page.ts'
import { addAttachmentRoutes } from './disputes/attachments/routes.ts'
import { disputeNotification } from './disputes/notification-schema.ts'
import { addDisputeRoutes } from './disputes/routes.ts'
import { dueWorks } from './due-works.ts'
import type { Api } from './http/api.ts'
import { addHealth, addReady } from './http/health.ts'
import { addLazyRoutes } from './http/lazy-routes.ts'
import { addMetrics, countAnswers } from './http/metrics.ts'
import { openServer, type Server } from './http/open-server.ts'
import { addOpenApi } from './http/openapi.ts'
import { traceRequests } from './http/trace-requests.ts'
import { addLogoRoute } from './merchants/stores/logo-route.ts'
import { addPaymentPage } from './payment-page/routes.ts'
import { paymentNotification } from './payments/notification/schema.ts'
import { addPaymentRoutes } from './payments/routes.ts'
import { assets as peopleAssets } from './people/assets.ts'
import { addSettlementRoutes } from './settlements/routes.ts'
import { addAssets } from './ui/assets.ts'
import { deskAssets } from './ui/desk/assets.ts'
import { addWebhookRoutes } from './webhooks/routes.ts'

export interface RunningServer {
  readonly region: Region
  /** The public base address, without a slash at its end. */
  readonly baseUrl: string
  /** Takes no new requests and waits for those under way. */
  close(): Promise<void>
}

// Each process has a socket of its own on the port, and the kernel hands connections out. Elsewhere the first process does, and a
// connection that is on its way to a process that is killed hangs.
const canSharePorts = process.platform === 'linux'

/**
 * Serves one region: API, pages and reference on its port. Refuses with an UnusableFolder where attachments cannot be kept, and with an
 * UnusableHost where nothing can listen at HOST.
 */
export async function startServer(app: App, metrics: Metrics, region: Region): Promise<RunningServer> {
  await app.files.prepare()
  const { server, baseUrl } = await assembleServer(app, metrics, region)
  const { host, ports, processes } = app.config
  const listening = { host, port: ports[region], reusePort: processes > 1 && canSharePorts }
  await server.listen(listening).catch((error: unknown) => {
    throw explainHost(error, host)
  })
  app.chosenPorts.set(region, (server.server.address() as AddressInfo).port)
  return { region, baseUrl: baseUrl(), close: () => drain(server) }
}

/** One region's server with all its routes, not listening yet, and what they are described as. */
export async function assembleServer(app: App, metrics: Metrics, region: Region) {
  const { config } = app
  const server = openServer(app.log, config.trustedProxies)
  const baseUrl = (): string => baseUrlOf(app, region)
  const api: Api = { app, region, server, baseUrl }
  if (app.traces !== undefined) traceRequests(server, app.traces, region)
  addMetrics(server, metrics, region)
  addHealth(server, app)
  addReady(server, app)
  const describe = await addOpenApi(server, baseUrl, [paymentNotification, disputeNotification])
  addDocs(api, metrics, describe)
  // Outside of the scope below, within which scopes of routes would not hand on what it collects; and before the journal, which tells what
  // was answered in the end.
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
    addPaymentPage(api)
    addAccount(api)
    addDesks(api, metrics, operations && { works: dueWorks, operations })
    addProcessorRoutes(api)
    sandbox?.addSandboxRoutes(api, dueWorks, operations)
  })
  return { server, baseUrl, describe }
}

// Production loads none of it.
async function loadSandbox() {
  const [{ addFaultHooks }, { addJournalHooks }, { addSandboxRoutes }] = await Promise.all([
    import('./sandbox/faults/hooks.ts'),
    import('./sandbox/journal/hooks.ts'),
    import('./sandbox/routes.ts'),
  ])
  return { addFaultHooks, addJournalHooks, addSandboxRoutes }
}

// Their pages are loaded on first use.
function addDesks(api: Api, metrics: Metrics, rehearsal: Rehearsal | undefined): void {
  addAssets(api.server, [...peopleAssets, ...deskAssets])
  addLazyRoutes(api, '/dashboard', async (server) => {
    countAnswers(server, metrics, api.region)
    const { addDashboard } = await import('./dashboard/routes.ts')
    addDashboard({ ...api, server, rehearsal })
  })
  addLazyRoutes(api, '/support', async (server) => {
    countAnswers(server, metrics, api.region)
    const [{ addSupport }, { addDashboardLookout }, { removeSignInsOf }] = await Promise.all([
      import('./support/routes.ts'),
      import('./dashboard/routes.ts'),
      import('./account/sign-in/remove-sign-ins-of.ts'),
    ])
    addSupport({ ...api, server }, { addDashboardLookout, unlockSignIns: removeSignInsOf })
  })
}

// A connection whose last request was under way when closing began is idle only afterwards, and its client keeps it open.
async function drain(server: Server): Promise<void> {
  const closingIdle = setInterval(() => server.server.closeIdleConnections(), 50)
  await server.close().finally(() => clearInterval(closingIdle))
}

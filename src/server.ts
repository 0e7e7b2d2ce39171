import type { AddressInfo } from 'node:net'
import { addAccount } from './account/routes.ts'
import type { Metrics } from './adapters/metrics.ts'
import { addReferenceRoutes } from './api-docs/routes.ts'
import type { App } from './app/app.ts'
import type { Region } from './base/regions.ts'
import { addProcessorRoutes } from './charges/processor-routes.ts'
import { addCheckoutRoutes } from './checkout/routes.ts'
import { addAttachmentRoutes } from './disputes/attachments/routes.ts'
import { disputeNotification } from './disputes/notification-schema.ts'
import { addDisputeRoutes } from './disputes/routes.ts'
import { dueWorks } from './due-works.ts'
import type { Api } from './http/api.ts'
import { addHealth } from './http/health.ts'
import { addMetrics } from './http/metrics.ts'
import { openServer, type Server } from './http/open-server.ts'
import { addOpenApi } from './http/openapi.ts'
import { addPaymentPage } from './payment-page/routes.ts'
import { paymentNotification } from './payments/notification/schema.ts'
import { addPaymentRoutes } from './payments/routes.ts'
import { addSandboxRoutes } from './sandbox/routes.ts'
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

/** Serves one region: API, pages and reference on its port. */
export async function startServer(app: App, metrics: Metrics, region: Region): Promise<RunningServer> {
  const { server, baseUrl } = await assembleServer(app, metrics, region)
  const { host, ports, processes } = app.config
  const listening = { host, port: ports[region], reusePort: processes > 1 && canSharePorts }
  await server.listen(listening)
  return { region, baseUrl: baseUrl(), close: () => drain(server) }
}

/** One region's server with all its routes, not listening yet, and what they are described as. */
export async function assembleServer(app: App, metrics: Metrics, region: Region) {
  const { config } = app
  const server = openServer(app.log, config.trustedProxies)
  const configured = config.baseUrls[region]
  // A port that the system chooses is known once the server listens.
  const isPortChosen = config.ports[region] === 0 && configured.endsWith(':0')
  const portOf = (address: AddressInfo | null): string => String(address?.port ?? 0)
  const baseUrl = (): string =>
    isPortChosen ? configured.replace(/0$/, portOf(server.server.address() as AddressInfo | null)) : configured
  const api: Api = { app, region, server, baseUrl }
  addMetrics(server, metrics, region)
  addHealth(server, app)
  const describe = await addOpenApi(server, baseUrl, [paymentNotification, disputeNotification])
  addReferenceRoutes(api, describe)
  await server.register(async () => {
    addCheckoutRoutes(api)
    addPaymentRoutes(api)
    addDisputeRoutes(api)
    addAttachmentRoutes(api)
    addWebhookRoutes(api)
    addPaymentPage(api)
    addAccount(api)
    addProcessorRoutes(api)
    if (config.mode === 'sandbox') addSandboxRoutes(api, dueWorks)
  })
  return { server, baseUrl, describe }
}

// A connection whose last request was under way when closing began is idle only afterwards, and its client keeps it open.
async function drain(server: Server): Promise<void> {
  const closingIdle = setInterval(() => server.server.closeIdleConnections(), 50)
  await server.close()
  clearInterval(closingIdle)
}

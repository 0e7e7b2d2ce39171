import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Server } from './open-server.ts'

/** What this process counts about itself. One registry a process, shared by its regions. */
export interface Metrics {
  readonly registry: Registry
  readonly requests: Counter<'region' | 'operation' | 'status'>
  readonly durations: Histogram<'region' | 'operation'>
  /** What `GET /metrics` answers. */
  text(): Promise<string>
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    text: () => registry.metrics(),
    requests: new Counter({
      name: 'qist_http_requests_total',
      help: 'Answered requests by region, operation and status',
      labelNames: ['region', 'operation', 'status'],
      registers: [registry],
    }),
    durations: new Histogram({
      name: 'qist_http_request_seconds',
      help: 'Time from a request to its answer, by region and operation',
      labelNames: ['region', 'operation'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers: [registry],
    }),
  }
}

/** Counts every answer, writes a line about it, and serves the counts at `GET /metrics`. */
export function addMetrics(server: Server, metrics: Metrics, region: string): void {
  server.addHook('onResponse', async (request, reply) => {
    const operation = operationOf(request.routeOptions.schema, request.routeOptions.url)
    const seconds = reply.elapsedTime / 1000
    metrics.requests.inc({ region, operation, status: reply.statusCode })
    metrics.durations.observe({ region, operation }, seconds)
    request.log.info({ operation, status: reply.statusCode, duration_ms: Math.round(reply.elapsedTime) }, 'answered')
  })
  server.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.text()),
  )
}

// The operation's name or its route's pattern, never the address itself, which holds ids.
function operationOf(schema: unknown, url: string | undefined): string {
  const named = (schema as { operationId?: string } | undefined)?.operationId
  return named ?? url ?? 'unknown'
}

import type { Metrics } from '../adapters/metrics.ts'
import type { Server } from './open-server.ts'

const nobody = { kind: undefined, id: undefined }

/** Counts and logs every answer, and serves the metrics at `GET /metrics`. */
export function addMetrics(server: Server, metrics: Metrics, region: string): void {
  countAnswers(server, metrics, region)
  server.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.text()),
  )
}

/** Counts and logs every answer of a server. */
export function countAnswers(server: Server, metrics: Metrics, region: string): void {
  server.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config?.isHandedOn) return
    const operation = operationOf(request.routeOptions.schema, request.routeOptions.url)
    const seconds = reply.elapsedTime / 1000
    metrics.requests.inc({ region, operation, status: reply.statusCode })
    metrics.durations.observe({ region, operation }, seconds)
    const { statusCode: status } = reply
    const { kind: actor_kind, id: actor_id } = request.principal ?? nobody
    request.log.info(
      { operation, status, actor_kind, actor_id, duration_ms: Math.round(reply.elapsedTime) },
      'answered',
    )
  })
}

// The operation's name or the route's pattern. Never the address, which has ids.
export function operationOf(schema: unknown, url: string | undefined): string {
  const named = (schema as { operationId?: string } | undefined)?.operationId
  return named ?? url ?? 'unknown'
}

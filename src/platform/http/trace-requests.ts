import type { FastifyRequest } from 'fastify'
import type { OpenSpan, Traces } from '../adapters/traces/traces.ts'
import { operationOf } from './metrics.ts'
import type { Server } from './open-server.ts'

/**
 * Tells each request as a span: its route, status, request and merchant; never its address, which holds ids, nor its headers or body. A trace
 * goes on where a trusted proxy has begun it; strangers decide neither which ids it has nor whether it is kept.
 */
export function traceRequests(server: Server, traces: Traces, region: string): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  const attributes = { 'qist.region': region }
  server.addHook('onRequest', (request, _reply, done) => {
    const operation = operationOf(request.routeOptions.schema, request.routeOptions.url)
    const traceparent = isBehindProxy(request) ? request.headers.traceparent : undefined
    const span = traces.begin(
      operation,
      'server',
      attributes,
      typeof traceparent === 'string' ? traceparent : undefined,
    )
    spans.set(request, span)
    span.run(done)
  })
  // What reads a body goes on where its bytes came from, and no more where the request began.
  server.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.run(done)
  })
  server.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply
    const merchantId = request.caller?.merchantId
    const told = {
      'http.request.method': request.method,
      'http.route': request.routeOptions.url ?? 'unknown',
      'http.response.status_code': statusCode,
      'qist.request_id': request.id,
      ...(merchantId !== undefined && { 'qist.merchant_id': merchantId }),
    }
    spans.get(request)?.end(told, statusCode >= 500 ? String(statusCode) : undefined)
  })
}

// Addresses beyond the nearest are told by proxies that are trusted, and by nobody else.
function isBehindProxy({ ips }: FastifyRequest): boolean {
  return ips !== undefined && ips.length > 1
}

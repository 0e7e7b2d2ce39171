import type { FastifyRequest } from 'fastify'
import type { OpenSpan, Traces } from '../adapters/traces/traces.ts'
import { operationOf } from './metrics.ts'
import type { Server } from './open-server.ts'

/**
 * Makes a span of each request, with route, status, request id and merchant. Never with the address, which has ids,
 * headers or body. Continues the trace of a trusted proxy only: strangers must decide neither ids nor sampling.
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
  // Reading a body continues in the context of the socket, so the request's context is restored here.
  server.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.run(done)
  })
  server.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply
    const merchantId = request.caller?.merchantId
    const attributes = {
      'http.request.method': request.method,
      'http.route': request.routeOptions.url ?? 'unknown',
      'http.response.status_code': statusCode,
      'qist.request_id': request.id,
      ...(merchantId !== undefined && { 'qist.merchant_id': merchantId }),
    }
    spans.get(request)?.end(attributes, statusCode >= 500 ? String(statusCode) : undefined)
  })
}

// Only trusted proxies add further addresses.
function isBehindProxy({ ips }: FastifyRequest): boolean {
  return ips !== undefined && ips.length > 1
}

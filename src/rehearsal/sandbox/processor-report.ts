import { reportHeader, reportLines } from '../../money/charges/processor-report.ts'
import { dueReturns } from '../../money/collections/due-returns.ts'
import { wrongFields, wrongValue } from '../../platform/base/refusals.ts'
import { parseInstant } from '../../platform/base/times.ts'
import { settleUnbegunOf } from '../../platform/due/settling.ts'
import type { Api } from '../../platform/http/api.ts'
import { Type } from '../../platform/http/type.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'
import { waitMs } from './wait-for-workers.ts'

/**
 * Adds `GET /sandbox/processor/report?from=…&to=…`: the processor's movements for this merchant, from its own books.
 */
export function addProcessorReportRoute(api: Api): void {
  const time = Type.String({ maxLength: 64, examples: ['2026-03-01T00:00:00Z'] })
  const schema = {
    operationId: 'getProcessorReport',
    summary: "Read the processor's report",
    description:
      "What the sandbox's card processor moved for this merchant in the key's mode, from its own books: CSV with `id`, `type`, `amount`, `currency` and `at`, oldest first. `from` is inclusive, `to` exclusive, both by the merchant's clock.",
    tags: ['Sandbox'],
    querystring: Type.Object({ from: time, to: time }),
    response: { 200: { content: { 'text/csv': { schema: Type.String({ description: 'The report' }) } } } },
  }
  const config = { bodyless: true, refuses: [wrongFields] }
  const { app, server } = api
  server.get(
    '/sandbox/processor/report',
    { onRequest: requireKey(api, 'none'), config, schema },
    async (request, reply) => {
      const caller = callerOf(request)
      const { merchantId, isTest } = caller
      const [from, to] = [request.query.from, request.query.to].map((text) => parseInstant(text))
      if (from === undefined || to === undefined) {
        const named = { from, to }
        const wrong = Object.entries(named).filter(([, value]) => value === undefined)
        throw wrongFields(wrong.map(([name]) => wrongValue(`$.${name}`, 'is no ISO 8601 time')))
      }
      // The next report must contain an answered refund, even if no worker has sent it yet.
      await settleUnbegunOf(app, dueReturns, caller, waitMs)
      const lines = await reportLines(app, { merchantId, isTest, from, to })
      return reply.type('text/csv; charset=utf-8').send(reportHeader + lines)
    },
  )
}

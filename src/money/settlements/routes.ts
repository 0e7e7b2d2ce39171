import type { FastifyRequest } from 'fastify'
import { parseId } from '../../platform/base/ids.ts'
import { sendPieces } from '../../platform/http/answers.ts'
import type { Api } from '../../platform/http/api.ts'
import { type Guard, guard } from '../../platform/http/guard.ts'
import { pageMembers, readPageQuery, undecodedQuery } from '../../platform/http/page-query.ts'
import { merchantCodeHeader } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { callerOf, requireKey, requireStore, storeOf } from '../../platform/merchants/guards.ts'
import { isDate } from '../plans/local-time.ts'
import { PayoutPageAnswer, SettlementAnswer, SettlementPageAnswer } from './answers.ts'
import { listPayouts } from './payouts.ts'
import { refusals } from './refusals.ts'
import { getSettlement, listSettlements, type SettlementFilter, type SettlementKey } from './settlements.ts'
import { linesCsv, payoutWire, settlementJson, settlementWire } from './wire.ts'

const tags = ['Settlements']
const texts = { decode: undecodedQuery.text }
const headers = merchantCodeHeader('Only of this store; absent: of all, and for a date the default store')

const SettlementParams = Type.Object({
  id: Type.String({ description: "The settlement's id, or a day as `2026-11-21`", examples: ['2026-11-21'] }),
})

/** Adds the operations for settlements and payouts (docs/contract/money.md#settlement-api). */
export function addSettlementRoutes(api: Api): void {
  const secretKey = [requireKey(api, 'settlements'), requireStore('optional')]
  addListSettlements(api, secretKey)
  addGetSettlement(api, [...secretKey, requireSettlementKey])
  addGetLines(api, [...secretKey, requireSettlementKey])
  addListPayouts(api, secretKey)
}

const requireSettlementKey: Guard = guard([refusals.invalidId], async (request) => {
  const { id = '' } = request.params as { id?: string }
  if (parseId(id) === undefined && !isDate(id)) throw refusals.invalidId()
})

function addListSettlements({ app, server }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'listSettlements',
    summary: 'List settlements',
    description: 'The closed days of all stores, or of one, newest first.',
    tags,
    headers,
    querystring: Type.Object(pageMembers('of days that ended')),
    response: { 200: SettlementPageAnswer },
  }
  server.get('/api/v1/settlements', { onRequest, config: { texts }, schema }, async (request) => {
    const filter = readFilter(request)
    const { settlements, totalCount } = await listSettlements(app, callerOf(request), filter)
    const { limit, offset } = filter
    return { settlements: settlements.map(settlementWire), pagination: { limit, offset, total_count: totalCount } }
  })
}

function addGetSettlement({ app, server }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'getSettlement',
    summary: 'Read a settlement',
    description: 'A day with its lines, oldest first; of the present day what has moved so far.',
    tags,
    headers,
    params: SettlementParams,
    response: { 200: SettlementAnswer },
  }
  const config = { refuses: [refusals.noSuchSettlement] }
  server.get('/api/v1/settlements/:id', { onRequest, config, schema }, async (request, reply) => {
    const whole = await getSettlement(app, callerOf(request), keyOf(request))
    return sendPieces(reply, 'application/json', settlementJson(whole))
  })
}

function addGetLines({ app, server }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'getSettlementLines',
    summary: "Read a settlement's lines as CSV",
    description: 'The lines, a header row with the JSON names first.',
    tags,
    headers,
    params: SettlementParams,
    response: { 200: { content: { 'text/csv': { schema: Type.String({ description: 'The lines' }) } } } },
  }
  const config = { refuses: [refusals.noSuchSettlement] }
  server.get('/api/v1/settlements/:id/lines.csv', { onRequest, config, schema }, async (request, reply) => {
    const whole = await getSettlement(app, callerOf(request), keyOf(request))
    const { settlement } = whole
    const name = `settlement-${settlement.merchantCode.replaceAll(/[^\w-]/g, '_')}-${settlement.date}.csv`
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return sendPieces(reply, 'text/csv', linesCsv(whole))
  })
}

function addListPayouts({ app, server }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'listPayouts',
    summary: 'List payouts',
    description: 'What was paid, or is about to be, newest first.',
    tags,
    headers,
    querystring: Type.Object(pageMembers('made')),
    response: { 200: PayoutPageAnswer },
  }
  server.get('/api/v1/payouts', { onRequest, config: { texts }, schema }, async (request) => {
    const { endsFrom: createdFrom, endsTo: createdTo, ...page } = readFilter(request)
    const { payouts, totalCount } = await listPayouts(app, callerOf(request), { createdFrom, createdTo, ...page })
    const { limit, offset } = page
    return { payouts: payouts.map(payoutWire), pagination: { limit, offset, total_count: totalCount } }
  })
}

function readFilter(request: FastifyRequest): SettlementFilter {
  const {
    createdFrom: endsFrom,
    createdTo: endsTo,
    ...page
  } = readPageQuery(request.query as Record<string, string | undefined>)
  return { storeId: namedStore(request), endsFrom, endsTo, ...page }
}

function namedStore(request: FastifyRequest): string | null {
  const code = request.headers['x-merchant-code']
  return code === undefined || code === '' ? null : storeOf(request, 'optional').id
}

function keyOf(request: FastifyRequest): SettlementKey {
  const { id } = request.params as { id: string }
  const parsed = parseId(id)
  if (parsed === undefined) return { date: id, storeId: storeOf(request, 'optional').id }
  return { id: parsed, onlyOf: namedStore(request) }
}

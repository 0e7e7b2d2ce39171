import { parseId } from '../../platform/base/ids.ts'
import { tooManyRequests } from '../../platform/base/refusals.ts'
import type { Api } from '../../platform/http/api.ts'
import { type Guard, pathId, requirePathId } from '../../platform/http/guard.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'
import { refusals } from '../refusals.ts'
import { parseDuration } from '../sandbox/duration.ts'
import { followEntries, getEntries, maxPage } from './entries.ts'
import { JournalAnswer, JournalParams, JournalQueryInput, JournalRequestAnswer } from './schemas.ts'
import { journalWire, requestWire } from './wire.ts'

const tags = ['Sandbox']
const maxWaitMs = 60_000

/** `GET /sandbox/journal` and `GET /sandbox/journal/{request_id}` (docs/contract/integrators.md#journal). */
export function addJournalRoutes(api: Api): void {
  const secretKey = requireKey(api, 'none')
  addListJournal(api, [secretKey])
  addGetJournalRequest(api, [secretKey, requirePathId('invalid request id', 'request_id')])
}

function addListJournal({ app, server }: Api, onRequest: Guard[]): void {
  const closing = new AbortController()
  server.addHook('preClose', async () => closing.abort())
  const schema = {
    operationId: 'listJournal',
    summary: 'Read what happened',
    description:
      "Everything that happened to this merchant in the key's mode: its calls, deliveries with every attempt, changes by any actor, actions of customers. At most 500 entries at a time; kept for a week, the newest 100,000.",
    tags,
    querystring: JournalQueryInput,
    response: { 200: JournalAnswer },
  }
  const { unknownCursor, invalidWait, invalidPaymentId, invalidNewest } = refusals
  const config = {
    bodyless: true,
    refuses: [unknownCursor, invalidWait, invalidPaymentId, invalidNewest, tooManyRequests],
  }
  server.get('/sandbox/journal', { onRequest, config, schema }, async (request, reply) => {
    const { since, wait, payment_id } = request.query
    const { merchantId, isTest } = callerOf(request)
    const waitMs = readWaitMs(wait)
    const newest = readNewest(request.query)
    const query = { merchantId, isTest, since, paymentId: readPaymentId(payment_id), newest }
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    return journalWire(await followEntries(app, query, waitMs, AbortSignal.any([gone.signal, closing.signal])))
  })
}

function addGetJournalRequest({ app, server }: Api, onRequest: Guard[]): void {
  const schema = {
    operationId: 'getJournalRequest',
    summary: 'Read one request with its bodies',
    description:
      'Everything of one request id: the call and what it changed; of a Webhook-Id every attempt with its answer. Keys, signing secrets, codes, card numbers and the values of headers of webhooks are taken out.',
    tags,
    params: JournalParams,
    response: { 200: JournalRequestAnswer },
  }
  const config = { bodyless: true, refuses: [refusals.noSuchEntry] }
  server.get('/sandbox/journal/:request_id', { onRequest, config, schema }, async (request) => {
    const { name, rows } = await getEntries(app, callerOf(request), pathId(request, 'request_id'))
    return requestWire(name, rows)
  })
}

function readWaitMs(wait: string | undefined): number {
  if (wait === undefined) return 0
  const ms = parseDuration(wait, 0)
  if (ms === undefined || ms > maxWaitMs) throw refusals.invalidWait()
  return ms
}

function readNewest({ newest, since, payment_id }: Partial<Record<'newest' | 'since' | 'payment_id', string>>) {
  if (newest === undefined) return undefined
  const isAlone = since === undefined && payment_id === undefined
  if (!isAlone || !/^\d{1,3}$/.test(newest) || Number(newest) < 1 || Number(newest) > maxPage) {
    throw refusals.invalidNewest()
  }
  return Number(newest)
}

function readPaymentId(text: string | undefined) {
  const id = text === undefined ? undefined : parseId(text)
  if (text !== undefined && id === undefined) throw refusals.invalidPaymentId()
  return id
}

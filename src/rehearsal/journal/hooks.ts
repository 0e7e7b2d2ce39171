import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../platform/app/app.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { Api } from '../../platform/http/api.ts'
import { customerEntry } from './customer-entry.ts'
import type { JournalEntry } from './entry.ts'
import { type AnsweredCall, entryOfCall, memberOf, requestEntry, sentBody } from './request-entry.ts'
import { writeJournal } from './write-journal.ts'

/** A call that is not in the journal yet. */
interface BegunCall {
  /** By the system's clock. */
  readonly at: Instant
  /** The body as the client sent it: checks of it normalize its members. */
  sent: string | null
}

const begun = new WeakMap<FastifyRequest, BegunCall>()

/**
 * Journals every call of a merchant under /api, and every customer action, before its answer is sent: a client that has
 * the answer finds the entry. A call whose connection ends first is journalled at that moment. A call without a valid
 * key belongs to no merchant and is not journalled.
 */
export function addJournalHooks({ app, server }: Api): void {
  server.addHook('onRequest', async (request) => void begun.set(request, { at: app.clock.now(), sent: null }))
  server.addHook('preParsing', async (request, reply) => {
    if (isOfApi(request)) reply.raw.once('close', () => void writeCall(app, request, reply, undefined))
  })
  server.addHook('preValidation', async (request) => {
    const call = begun.get(request)
    if (call !== undefined && isOfApi(request)) call.sent = sentBody(request.body)
  })
  server.addHook('onSend', async (request, reply, payload) => {
    await writeCall(app, request, reply, payload ?? '')
  })
}

function isOfApi({ routeOptions: { url } }: FastifyRequest): boolean {
  return url?.startsWith('/api/') ?? false
}

/** Journals a call once. `payload` is the answer's body; undefined means that the call gets no answer. */
export async function writeCall(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const call = begun.get(request)
  if (call === undefined) return
  begun.delete(request)
  try {
    const entry = await entryOf(app, { request, reply, payload, ...call })
    if (entry !== undefined) await writeJournal(app, entry)
  } catch (error) {
    // A failing journal must not change the call's answer.
    request.log.error({ err: error }, 'could not make up a journal entry')
  }
}

async function entryOf(app: App, call: AnsweredCall): Promise<JournalEntry | undefined> {
  const { request } = call
  if (isOfApi(request)) return request.caller && requestEntry(app, call, request.caller)
  return clockEntry(call) ?? customerEntry(call)
}

function clockEntry(call: AnsweredCall): JournalEntry | undefined {
  const { request, reply } = call
  const { routeOptions, caller } = request
  const isClock = routeOptions.url === '/sandbox/clock' && request.method === 'POST' && reply.statusCode === 200
  if (!isClock || caller === undefined) return undefined
  const now = memberOf(JSON.parse(String(call.payload)), 'now')
  const summary = `The clock was moved on by ${memberOf(request.body, 'advance')}, to ${now}.`
  return { ...entryOfCall(call, caller), kind: 'clock', summary }
}

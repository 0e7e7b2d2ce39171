import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../platform/app/app.ts'
import { type PaymentId, parseId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { Caller, MerchantMode } from '../../platform/merchants/caller.ts'
import type { JournalEntry, JournalMessage } from './entry.ts'
import { findPaymentOfSession } from './store/reading.ts'

/** A call whose answer is about to be sent, or whose connection has ended without one. */
export interface AnsweredCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The answer's body; undefined if no answer is sent. */
  readonly payload: unknown
  /** Start of the call. */
  readonly at: Instant
  /** The body as the client sent it, if it was read before its members were normalized. */
  readonly sent: string | null
}

/** Returns the entry of a call under /api. */
export async function requestEntry(app: App, call: AnsweredCall, caller: Caller): Promise<JournalEntry> {
  const entry = entryOfCall(call, caller)
  const paymentId = entry.paymentId ?? (await findSessionPayment(app, call, caller))
  return { ...entry, paymentId, kind: 'request', summary: summaryOf(call, entry) }
}

// Some answers on a session do not name its payment, such as a refusal to send its link.
async function findSessionPayment(app: App, { request }: AnsweredCall, { merchantId, isTest }: Caller) {
  const { routeOptions, params } = request
  const id = routeOptions.url?.includes('/checkout/:id') ? idOf(memberOf(params, 'id')) : null
  if (id === null) return null
  const [found] = await app.db.run(findPaymentOfSession, { merchantId, isTest, id })
  return found?.payment_id ?? null
}

/** Returns the members that the entry of every call has. */
export function entryOfCall(call: AnsweredCall, { merchantId, isTest }: MerchantMode) {
  const { request, reply, payload, at, sent } = call
  const isAnswered = payload !== undefined
  const answer = isAnswered ? answerMessage(reply, payload) : null
  return {
    merchantId,
    isTest,
    at,
    operation: operationOf(request),
    method: request.method,
    path: request.originalUrl,
    status: isAnswered ? reply.statusCode : null,
    requestId: request.id,
    referenceId: textOf(memberOf(request.body, 'reference_id')),
    paymentId: paymentIdOf(request, answer) ?? request.faultedBy?.paymentId ?? null,
    faultId: request.faultedBy?.faultId ?? null,
    durationMs: reply.elapsedTime,
    request: requestMessage(request, sent),
    answer,
  }
}

/** Returns the operationId of the call; null if the route has none. */
export function operationOf({ routeOptions: { schema } }: FastifyRequest): string | null {
  return schema?.operationId ?? null
}

/** Headers that help to debug a client. None of them holds a secret. */
const keptRequestHeaders = ['content-type', 'user-agent', 'origin', 'referer', 'x-merchant-code']
const keptAnswerHeaders = ['content-type', 'retry-after']

function requestMessage({ headers, body }: FastifyRequest, sent: string | null): JournalMessage {
  // Storing the message removes the key and leaves its kind.
  const { authorization = '' } = headers
  const kept = { ...pick(headers, keptRequestHeaders), ...(authorization !== '' && { authorization }) }
  return { headers: kept, body: sent ?? sentBody(body) }
}

/** Returns a parsed body as JSON; null if there is none, or if it is a file. */
export function sentBody(body: unknown): string | null {
  if (body === undefined || Buffer.isBuffer(body)) return null
  try {
    return JSON.stringify(body)
  } catch (error) {
    // The parser accepts deeper nesting than JSON.stringify can write.
    if (!(error instanceof RangeError)) throw error
    return 'nested too deeply to be kept'
  }
}

function answerMessage(reply: FastifyReply, payload: unknown): JournalMessage {
  const headers = reply.getHeaders()
  const isText = /json|^text\//.test(String(headers['content-type'] ?? ''))
  const body = !isText
    ? null
    : typeof payload === 'string'
      ? payload
      : Buffer.isBuffer(payload)
        ? String(payload)
        : null
  return { headers: pick(headers, keptAnswerHeaders), body }
}

function pick(headers: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )
}

// The path names the payment if it can. Most calls on sessions and disputes name it in their answers.
function paymentIdOf({ routeOptions: { url = '' }, params, body }: FastifyRequest, answer: JournalMessage | null) {
  if (url.includes('/payments/:id')) return idOf(memberOf(params, 'id'))
  const named = idOf(memberOf(body, 'payment_id'))
  if (named !== null || !/\/checkout|\/disputes/.test(url) || answer?.body == null) return named
  const answered = parse(answer.body)
  const disputes = memberOf(answered, 'disputes')
  const dispute =
    memberOf(answered, 'dispute') ?? (Array.isArray(disputes) && disputes.length === 1 ? disputes[0] : answered)
  return idOf(memberOf(memberOf(answered, 'payment'), 'id')) ?? idOf(memberOf(dispute, 'payment_id'))
}

function idOf(value: unknown): PaymentId | null {
  return (typeof value === 'string' && parseId(value)) || null
}

/** Returns a member of `value`, or undefined if `value` is no object. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function summaryOf({ request, reply }: AnsweredCall, entry: ReturnType<typeof entryOfCall>): string {
  const { schema } = request.routeOptions
  const title = schema?.summary ?? `${request.method} ${request.url}`
  const reference = entry.referenceId === null ? '' : ` with reference_id ${entry.referenceId}`
  const sentence = `Asked to ${title.charAt(0).toLowerCase()}${title.slice(1)}${reference}`
  if (entry.status === null) return `${sentence}; the connection ended before an answer was sent.`
  return `${sentence}; answered ${reply.statusCode}${failureOf(entry.status, entry.answer)}.`
}

/** Returns the error of a failed answer, such as `: could not acquire lock`; otherwise an empty text. */
export function failureOf(status: number, answer: JournalMessage | null): string {
  if (status < 400 || answer?.body == null) return ''
  const answered = parse(answer.body)
  const error = textOf(memberOf(answered, 'error'))
  if (error !== null) return `: ${error}`
  const errors = memberOf(answered, 'errors')
  if (!Array.isArray(errors)) return ''
  return `: ${errors.map((wrong) => `${memberOf(wrong, 'field')} ${memberOf(wrong, 'message')}`).join(', ')}`
}

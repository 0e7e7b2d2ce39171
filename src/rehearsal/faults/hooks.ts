import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../platform/app/app.ts'
import { type PaymentId, parseId } from '../../platform/base/ids.ts'
import { tooManyRequests } from '../../platform/base/refusals.ts'
import { minute } from '../../platform/base/times.ts'
import type { Api } from '../../platform/http/api.ts'
import { IntendedFailure } from '../../platform/http/errors.ts'
import type { Caller, MerchantMode } from '../../platform/merchants/caller.ts'
import { writeCall } from '../journal/hooks.ts'
import { operationOf } from '../journal/request-entry.ts'
import { findPaymentOfSession } from '../journal/store/reading.ts'
import type { Call, Loss, OperationEffect } from './fault.ts'
import { Holds } from './holds.ts'
import { injectFault } from './inject-fault.ts'
import { loseAnswer } from './lose-answer.ts'
import { collectOperations, type Operation, type Operations, type Subject } from './operations.ts'
import { findPaymentOfDispute } from './store.ts'
import { withUnknownMember } from './unknown-member.ts'

/** Longest time for which an answer hangs. */
const longestHangMs = 2 * minute

/** A call into which a fault is injected. */
interface FaultedCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: Caller
  readonly operation: Operation
}

/** The part of an effect that applies to the answer. */
interface AnswerEffect {
  readonly effect: OperationEffect
  readonly caller: Caller
  /** Names of the headers that the reply had before the handler ran. */
  readonly headers: ReadonlySet<string>
}

/**
 * Injects faults into the calls of all routes that are added after it, and returns these routes' operations. A call
 * must first pass key, region, route and schema; its fault is chosen before the handler runs
 * (docs/contract/integrators.md#faults). Sandbox only.
 */
export function addFaultHooks({ app, server }: Api): Operations {
  const operations = collectOperations(server)
  const holds = new Holds()
  const answerEffects = new WeakMap<FastifyRequest, AnswerEffect>()
  server.addHook('preClose', async () => holds.close())
  server.addHook('preHandler', async (request, reply) => {
    const operation = operations.get(operationOf(request) ?? '')
    const { caller } = request
    if (operation === undefined || caller === undefined) return
    const inject = await injectFault(app, caller, callOf(app, request, operation, caller))
    if (inject === undefined) return
    const { faultId, paymentId, effect } = inject
    request.faultedBy = { faultId, paymentId }
    answerEffects.set(request, { effect, caller, headers: new Set(Object.keys(reply.getHeaders())) })
    // A lost request gets no answer. Its client may read the journal as soon as the connection has ended, so the entry
    // is written first.
    if (effect.kind === 'lost_request') await writeCall(app, request, reply, undefined)
    injectBefore(effect, { request, reply, caller, operation }, holds)
  })
  server.addHook('onSend', async (request, reply, payload) => {
    const answerEffect = answerEffects.get(request)
    answerEffects.delete(request)
    return answerEffect === undefined ? payload : injectAfter(answerEffect, reply, payload, holds)
  })
  return operations
}

function callOf(
  app: App,
  { id: requestId, body, params }: FastifyRequest,
  { name, conflict, subject }: Operation,
  caller: Caller,
): Call {
  const { reference_id } = (body ?? {}) as { readonly reference_id?: unknown }
  return {
    operation: name,
    hasConflict: conflict !== undefined,
    referenceId: typeof reference_id === 'string' ? reference_id : '',
    requestId,
    async findPaymentId() {
      const id = subject && parseId((params as Record<string, string>)[subject.param] ?? '')
      return subject && id && findPaymentOf(app, caller, subject, id)
    },
  }
}

function injectBefore(effect: OperationEffect, call: FaultedCall, holds: Holds): void {
  const { reply, caller, operation } = call
  const lose = (how: Loss): void =>
    loseAnswer(reply.raw, how, () => holds.wait(caller.merchantId, reply.raw, longestHangMs))
  switch (effect.kind) {
    case 'lost_answer':
      lose(effect.how)
      break
    case 'lost_request':
      lose(effect.how)
      // A GET changes nothing, so it runs: no made-up answer looks as real as its own.
      if (!['GET', 'HEAD'].includes(call.request.method)) pretendToAnswer(call)
      break
    case 'conflict':
      if (operation.conflict !== undefined) throw operation.conflict()
      break
    case 'rate_limit':
      throw tooManyRequests(effect.retry_after)
    case 'error':
      if (!effect.executed) throw new IntendedFailure('a fault of the sandbox, before the work')
  }
}

// To the client a lost request must look like a lost answer, so an answer is sent and cut off.
function pretendToAnswer({ request, reply, operation }: FaultedCall): void {
  reply.hijack()
  const body = JSON.stringify(operation.example)
  // A varying length keeps the answer from being recognized.
  const length = Buffer.byteLength(body) + Number.parseInt(request.id.slice(0, 2), 16)
  reply.headers({ 'content-type': 'application/json; charset=utf-8', 'content-length': String(length) })
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
  reply.raw.end(body)
}

/** Returns the payload that is sent, after the effect. */
async function injectAfter(
  { effect, caller, headers }: AnswerEffect,
  reply: FastifyReply,
  payload: unknown,
  holds: Holds,
): Promise<unknown> {
  if (effect.kind === 'slow') await holds.wait(caller.merchantId, reply.raw, effect.ms)
  if (effect.kind === 'unknown_member') return isJson(reply, payload) ? withUnknownMember(String(payload)) : payload
  if (effect.kind !== 'error' || !effect.executed) return payload
  for (const name of Object.keys(reply.getHeaders())) if (!headers.has(name)) reply.removeHeader(name)
  if (isStream(payload)) payload.destroy()
  throw new IntendedFailure('a fault of the sandbox, behind the work')
}

// Failures stay unchanged, because clients tell them apart by their members.
function isJson(reply: FastifyReply, payload: unknown): payload is string | Buffer {
  const isDone = reply.statusCode < 300 && String(reply.getHeader('content-type')).includes('json')
  return isDone && (typeof payload === 'string' || Buffer.isBuffer(payload))
}

function isStream(payload: unknown): payload is { destroy(): void } {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload && 'destroy' in payload
}

/** Returns the payment of a call whose path names a payment, a session or a dispute; undefined if it does not exist. */
export async function findPaymentOf(
  app: App,
  { merchantId, isTest }: MerchantMode,
  { of }: Subject,
  id: string,
): Promise<PaymentId | undefined> {
  if (of === 'payment') return id
  const [found] =
    of === 'session'
      ? await app.db.run(findPaymentOfSession, { merchantId, isTest, id })
      : await app.db.run(findPaymentOfDispute, { merchantId, id })
  return found?.payment_id
}

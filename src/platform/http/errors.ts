import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { badData, conflict, Refusal, type RefusalKind, type RefusalText, wrongFields } from '../base/refusals.ts'
import { isLockTimeout } from '../db/lock-retries.ts'
import { isCutOff } from './connections.ts'
import { InvalidValue } from './validate.ts'

/** The status of each kind of refusal. */
export const statusOf: Record<RefusalKind, number> = {
  bad_data: 400,
  not_authorized: 401,
  no_permission: 403,
  not_found: 404,
  conflict: 409,
  too_many_requests: 429,
}

/** Returns the errorType of answers with this status. */
export function errorTypeOf(status: number): RefusalKind | 'internal' {
  const kinds = Object.keys(statusOf) as RefusalKind[]
  return kinds.find((kind) => statusOf[kind] === status) ?? 'internal'
}

/** An operation's texts for input that cannot be read. Set in a route's `config`. */
export interface OperationTexts {
  /** Malformed JSON, or a value of the wrong JSON type. */
  readonly decode: string
  /** An empty or cut-off body; absent: the same as `decode`. */
  readonly empty?: string
  /** Right-typed but wrong values; absent: the list of wrong fields. */
  readonly invalid?: string
  /** A failure of the service; absent: `Internal Server Error`. */
  readonly internal?: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    texts?: OperationTexts
    /** Refusals of the operation itself. Guards and the reading of input declare their own. */
    refuses?: readonly RefusalText[]
    /** The operation has no body: a body is ignored. */
    bodyless?: boolean
    /** The operation has a body that may be left out: nothing, `null` and `[]` all mean nothing. */
    bodyOptional?: boolean
  }
}

export const defaultTexts: OperationTexts = { decode: 'could not decode request' }

export const malformed = badData('malformed HTTP request')
export const bodyTooLarge = badData('request body is too large')

/** Another call has locked the row that the operation changes. */
export const couldNotLock = conflict('could not acquire lock')

/** Returns the operation's refusal of a body that the end of its connection cut off. */
export function cutOffRefusal(request: FastifyRequest): Refusal {
  if (request.routeOptions.config?.bodyless) return malformed()
  return undecodedEnd(textsOf(request))
}

export function textsOf(request: FastifyRequest): OperationTexts {
  return request.routeOptions.config?.texts ?? defaultTexts
}

/** Returns the operation's refusal of a body that ends too early or is empty. */
export function undecodedEnd({ empty, decode }: OperationTexts): Refusal {
  return badData(empty ?? decode)()
}

export function undecoded({ decode }: OperationTexts): Refusal {
  return badData(decode)()
}

/** Returns the error envelope (docs/contract/conventions.md#failures). */
export function envelope(errorType: string, error: string): object {
  return { status: 'error', errorType, error }
}

/**
 * A failure that a sandbox's fault injects. It is answered as any failure, but does not count as an error of the
 * service.
 */
export class IntendedFailure extends Error {
  override readonly name = 'IntendedFailure'
}

/**
 * Answers an error: a refusal with its status, wrong input with the operation's texts, anything else with 500 and
 * without its cause.
 */
export function answerError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalFrom(error, request)
  if (refusal === undefined) {
    if (error instanceof IntendedFailure) request.log.debug({ reason: error.message }, 'failed as it was asked to')
    else request.log.error({ err: error }, 'failed')
    return reply.code(500).send(envelope('internal', textsOf(request).internal ?? 'Internal Server Error'))
  }
  reply.code(statusOf[refusal.kind])
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
  if (refusal.fields === undefined) return reply.send(envelope(refusal.kind, refusal.message))
  return reply.send({ status: 'error', errorType: refusal.kind, errors: refusal.fields })
}

function refusalFrom(error: FastifyError | Refusal, request: FastifyRequest): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (isLockTimeout(error)) return couldNotLock()
  const texts = textsOf(request)
  if (error instanceof InvalidValue) {
    if (error.empty) return undecodedEnd(texts)
    if (error.wrongType || error.part !== 'body') return undecoded(texts)
    return texts.invalid === undefined ? wrongFields(error.fields) : badData(texts.invalid)()
  }
  // Refusals of Fastify itself, such as a body that is too large or a wrong content length.
  const status = error.statusCode ?? 500
  if (status < 400 || status >= 500) return undefined
  if (isCutOff(request.raw)) return cutOffRefusal(request)
  if (texts.invalid !== undefined) return badData(texts.invalid)()
  return error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? bodyTooLarge() : undecoded(texts)
}

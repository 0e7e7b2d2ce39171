import type { FastifyRequest } from 'fastify'
import { parseId } from '../base/ids.ts'
import type { Principal } from '../base/principal.ts'
import { badData, type RefusalText } from '../base/refusals.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The principal of the request, set by a guard, for the log. */
    principal?: Principal
  }
}

/** A check of a request before its body is read, with its refusals. */
export interface Guard {
  (request: FastifyRequest): Promise<void>
  readonly refuses: readonly RefusalText[]
  /** The permission that a secret key needs; absent: none. */
  readonly permission?: string
}

/** Returns the check as a guard. */
export function guard(
  refuses: readonly RefusalText[],
  check: (request: FastifyRequest) => Promise<void>,
  permission?: string,
): Guard {
  return Object.assign(check, { refuses, ...(permission !== undefined && { permission }) })
}

/**
 * Returns a guard that refuses a path whose id is no UUID, with the operation's own text. It runs before the body is
 * read, because the path is judged first (docs/contract/conventions.md#order-of-checks).
 */
export function requirePathId(text: string, name = 'id'): Guard {
  const invalid = badData(text)
  return guard([invalid], async (request) => {
    if (parseId(pathParam(request, name)) === undefined) throw invalid()
  })
}

/** Returns the id of the path in its stored form, after the guard. */
export function pathId(request: FastifyRequest, name = 'id'): string {
  const id = parseId(pathParam(request, name))
  if (id === undefined) throw new Error('no guard has looked at the id of this path')
  return id
}

function pathParam(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string>)[name] ?? ''
}

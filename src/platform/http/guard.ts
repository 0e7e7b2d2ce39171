import type { FastifyRequest } from 'fastify'
import { parseId } from '../base/ids.ts'
import type { Principal } from '../base/principal.ts'
import { badData, type RefusalText } from '../base/refusals.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking, once a guard knows: the line of the log says so. */
    principal?: Principal
  }
}

/** What looks at a request before its body is read, and all that it may refuse it with. */
export interface Guard {
  (request: FastifyRequest): Promise<void>
  readonly refuses: readonly RefusalText[]
  /** Which permission a secret key needs to pass; absent: none. */
  readonly permission?: string
}

export function guard(
  refuses: readonly RefusalText[],
  check: (request: FastifyRequest) => Promise<void>,
  permission?: string,
): Guard {
  return Object.assign(check, { refuses, ...(permission !== undefined && { permission }) })
}

/**
 * A guard that refuses, with the operation's own text, a path whose id is no UUID. It stands before the body is read, for the
 * path is judged first (docs/contract/conventions.md#order-of-checks).
 */
export function requirePathId(text: string, name = 'id'): Guard {
  const invalid = badData(text)
  return guard([invalid], async (request) => {
    if (parseId(pathParam(request, name)) === undefined) throw invalid()
  })
}

/** The id of the path in its stored form, after the guard. */
export function pathId(request: FastifyRequest, name = 'id'): string {
  const id = parseId(pathParam(request, name))
  if (id === undefined) throw new Error('no guard has looked at the id of this path')
  return id
}

function pathParam(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string>)[name] ?? ''
}

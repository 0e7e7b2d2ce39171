import type { FastifyRequest } from 'fastify'
import type { Principal } from '../base/principal.ts'
import type { RefusalText } from '../base/refusals.ts'

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

import type { FastifyRequest } from 'fastify'
import type { Saying } from '../base/refusals.ts'

/** What looks at a request before its body is read, and all that it may refuse it with. */
export interface Guard {
  (request: FastifyRequest): Promise<void>
  readonly refuses: readonly Saying[]
}

export function guard(refuses: readonly Saying[], look: (request: FastifyRequest) => Promise<void>): Guard {
  return Object.assign(look, { refuses })
}

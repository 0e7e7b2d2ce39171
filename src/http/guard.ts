import type { FastifyRequest } from 'fastify'
import type { RefusalText } from '../base/refusals.ts'

/** What looks at a request before its body is read, and all that it may refuse it with. */
export interface Guard {
  (request: FastifyRequest): Promise<void>
  readonly refuses: readonly RefusalText[]
}

export function guard(refuses: readonly RefusalText[], look: (request: FastifyRequest) => Promise<void>): Guard {
  return Object.assign(look, { refuses })
}

import type { FastifyRequest } from 'fastify'
import { parseId } from '../base/ids.ts'
import { badData } from '../base/refusals.ts'
import { type Guard, guard } from './guard.ts'

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

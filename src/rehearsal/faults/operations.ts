import type { RouteOptions } from 'fastify'
import { conflict, type DeclaredRefusal } from '../../platform/base/refusals.ts'
import { couldNotLock, statusOf } from '../../platform/http/errors.ts'
import type { Server } from '../../platform/http/open-server.ts'
import { failuresOf } from '../../platform/http/route-failures.ts'

/** The kind of object that the id in an operation's path names. */
export interface Subject {
  readonly of: 'payment' | 'session' | 'dispute'
  readonly param: string
}

/** An operation that fault rules can name. */
export interface Operation {
  readonly name: string
  /** Its 409 refusal; undefined if it has none. */
  readonly conflict: DeclaredRefusal | undefined
  /** Undefined if the operation concerns no single existing payment. */
  readonly subject: Subject | undefined
  /** The reference's example of a successful answer. */
  readonly example: unknown
}

export type Operations = ReadonlyMap<string, Operation>

/** Collects the operations under /api of all routes that are added after it, by name, except those that need no key. */
export function collectOperations(server: Server): Operations {
  const operations = new Map<string, Operation>()
  server.addHook('onRoute', (route) => {
    const { operationId, security } = route.schema ?? {}
    if (operationId === undefined || security?.length === 0 || !route.url.startsWith('/api/')) return
    operations.set(operationId, operationFrom(operationId, route))
  })
  return operations
}

const subjects: readonly (Subject & { readonly path: string })[] = [
  { path: '/api/v2/payments/:id', of: 'payment', param: 'id' },
  { path: '/api/v2/checkout/:id', of: 'session', param: 'id' },
  { path: '/api/v1/disputes/:disputeId', of: 'dispute', param: 'disputeId' },
]

function operationFrom(name: string, route: RouteOptions): Operation {
  const answers = (route.schema?.response ?? {}) as Readonly<Record<string, { readonly examples?: readonly unknown[] }>>
  return {
    name,
    conflict: conflictOf(route),
    subject: subjects.find(({ path }) => route.url.startsWith(path)),
    example: answers['200']?.examples?.[0] ?? {},
  }
}

// Prefers the temporary lock conflict to a lasting one, such as a dispute.
function conflictOf(route: RouteOptions): DeclaredRefusal | undefined {
  const texts = failuresOf(route)[statusOf.conflict] ?? []
  const text = texts.find((candidate) => candidate.startsWith(couldNotLock.text)) ?? texts[0]
  return text === undefined ? undefined : conflict(text)
}

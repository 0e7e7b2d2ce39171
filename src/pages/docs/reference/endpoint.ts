import type { ApiDocument, Operation } from '../../../platform/http/api-document.ts'

/** An operation with its method and path. */
export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** Returns the operations of a tag, without those at addresses of older clients. */
export function endpointsOf(document: ApiDocument, tag: string): Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag) && !operation.deprecated)
      .map(([method, operation]) => ({ method, path, operation })),
  )
}

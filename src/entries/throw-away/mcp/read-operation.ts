import type { ApiDocument } from '../../../platform/http/api-document.ts'
import { CannotRun } from '../certify/service-client.ts'
import { askSandbox } from './ask-sandbox.ts'
import type { ToolContext } from './tool.ts'

/**
 * Returns an operation of the sandbox's own API reference as JSON, with the schemas that it refers to. Throws CannotRun
 * with all names for an unknown operation.
 */
export async function readOperation(name: string, context: ToolContext): Promise<string> {
  const document = await askSandbox<ApiDocument>(context, 'GET', '/openapi.json')
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
  )
  const operation = all.find(({ operationId }) => operationId === name)
  if (operation === undefined) {
    throw new CannotRun(`no such operation: ${name}; there are ${all.map(({ operationId }) => operationId).join(', ')}`)
  }
  return JSON.stringify({ ...operation, schemas: schemasOf(operation, document.components.schemas) }, undefined, 1)
}

function schemasOf(value: unknown, all: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  const collect = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (Object.hasOwn(found, name)) continue
      found[name] = all[name]
      collect(all[name])
    }
  }
  collect(value)
  return found
}

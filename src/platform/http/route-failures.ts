import type { RouteOptions } from 'fastify'
import { badData, type RefusalText, wrongFields } from '../base/refusals.ts'
import { bodyTooLarge, couldNotLock, defaultTexts, statusOf } from './errors.ts'
import type { Guard } from './guard.ts'

/** The texts of an operation by status, each once, in the order of the checks. */
export type Failures = Readonly<Record<string, readonly string[]>>

/**
 * Returns all failures of an operation: refusals of its guards, of the reading of its input, and of the operation
 * itself.
 */
export function failuresOf(route: RouteOptions): Failures {
  const guards = [route.onRequest ?? []].flat() as Partial<Guard>[]
  const refused = [
    ...guards.flatMap(({ refuses = [] }) => refuses),
    ...inputRefusals(route),
    ...(route.config?.refuses ?? []),
    ...bodyRefusals(route),
    ...(route.method === 'GET' || route.method === 'HEAD' ? [] : [couldNotLock]),
  ]
  const failures: Record<string, string[]> = { 500: [textsOf(route).internal ?? 'Internal Server Error'] }
  for (const { kind, text } of refused) {
    const texts = failures[statusOf[kind]] ?? []
    if (!texts.includes(text)) failures[statusOf[kind]] = [...texts, text]
  }
  return failures
}

/**
 * Returns the permission that a secret key needs for the operation, as its guards declare it; undefined where it
 * needs none.
 */
export function permissionOf(route: RouteOptions): string | undefined {
  const guards = [route.onRequest ?? []].flat() as Partial<Guard>[]
  return guards.find(({ permission }) => permission !== undefined)?.permission
}

function textsOf({ config }: RouteOptions) {
  return config?.texts ?? defaultTexts
}

function hasBody({ config, schema }: RouteOptions): boolean {
  return schema?.body !== undefined && !config?.bodyless
}

// Path and headers are always texts, and have guards of their own.
function inputRefusals(route: RouteOptions): RefusalText[] {
  const { invalid, decode, empty } = textsOf(route)
  const texts = hasBody(route) ? [invalid, decode, empty] : route.schema?.querystring ? [invalid, decode] : []
  return texts.flatMap((text) => (text === undefined ? [] : [badData(text)]))
}

function bodyRefusals(route: RouteOptions): RefusalText[] {
  return hasBody(route) && textsOf(route).invalid === undefined ? [wrongFields, bodyTooLarge] : []
}

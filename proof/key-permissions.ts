import { issueKey } from '../src/platform/merchants/keys/issue-key.ts'
import { type KeyPermission, permissions } from '../src/platform/merchants/keys/key.ts'
import type { Answer } from '../testkit/client.ts'
import { type Operation, openReference } from '../testkit/conform.ts'
import { newMerchant } from '../testkit/shop.ts'
import type { Context, Verdict } from './context.ts'
import { bodyOf, createFixtures, pathOf, storeHeader } from './fixtures.ts'
import { compareRows, readRows } from './merchant-rows.ts'
import type { Records } from './records.ts'
import { openTestEnvironment } from './test-environment.ts'

/** A live key of the merchant, with its permissions. */
interface RestrictedKey {
  readonly key: string
  readonly has: readonly KeyPermission[]
}

/** One call: an operation with a key. */
interface Call {
  readonly operation: Operation
  readonly key: RestrictedKey
}

/**
 * P30: calls every operation of the reference with keys of many sets of permissions. The answer is 403 with the
 * permission's name exactly if it is missing. Then nothing has changed.
 */
export async function run(context: Context): Promise<Verdict> {
  const environment = await openTestEnvironment(context, 'p30', { env: { WEBHOOK_HOSTS: 'shop.test=127.0.0.1:9' } })
  const { client, records, service } = environment
  const violations: string[] = []
  try {
    const reference = await openReference(service.urls.uae)
    const operations = reference.operations.filter(({ security }) => security.length > 0)
    const owner = await newMerchant(client)
    const fixtures = await createFixtures(client, owner)
    const keys = await issueKeys(records, owner.id, context.isQuick ? edgeSets() : allSets())
    const check = async ({ operation, key }: Call): Promise<void> => {
      const { method, path } = operation
      const caller = client.as(key.key, storeHeader)
      const answer = await caller.call(method, pathOf(operation, fixtures), bodyOf(operation, fixtures))
      const wrong = isMissing(operation, key) ? judgeRefused(operation, answer) : judgeAllowed(operation, key, answer)
      if (wrong !== undefined) violations.push(`${method} ${path} ${wrong}`)
    }
    const calls = operations.flatMap((operation) => keys.map((key): Call => ({ operation, key })))
    const refused = calls.filter(({ operation, key }) => isMissing(operation, key))
    const before = await readRows(records, owner.id)
    for (const call of refused) await check(call)
    violations.push(...compareRows(before, await readRows(records, owner.id)))
    const allowed = allowedCalls(calls)
    for (const call of allowed) await check(call)
    violations.push(...(await records.checkIntegrity()))
    const counts = {
      ...{ operations: operations.length, keys: keys.length },
      ...{ 'calls refused': refused.length, 'calls allowed': allowed.length, 'rows compared': before.size },
    }
    return { counts, violations }
  } finally {
    await environment.close()
  }
}

/** Returns each permission alone, and all but each. */
function edgeSets(): readonly (readonly KeyPermission[])[] {
  const alone = permissions.map((permission) => [permission])
  return [...alone, ...permissions.map((without) => permissions.filter((permission) => permission !== without))]
}

/** Returns every set but the empty one, which no key can have; sets of one permission come first. */
function allSets(): readonly (readonly KeyPermission[])[] {
  const sets = Array.from({ length: 2 ** permissions.length - 1 }, (_, index) =>
    permissions.filter((_permission, at) => ((index + 1) >> at) % 2 === 1),
  )
  return sets.sort((one, other) => one.length - other.length)
}

// Issued in the proof's own process: its guards are never removed.
async function issueKeys(
  { app }: Records,
  merchantId: string,
  sets: readonly (readonly KeyPermission[])[],
): Promise<readonly RestrictedKey[]> {
  const keys: RestrictedKey[] = []
  for (const has of sets) {
    const { key } = await issueKey(app, merchantId, { kind: 'secret', isTest: false, permissions: has })
    keys.push({ key, has })
  }
  return keys
}

function isMissing({ permission }: Operation, { has }: RestrictedKey): boolean {
  return permission !== undefined && !has.includes(permission as KeyPermission)
}

/**
 * Orders the allowed calls so that each operation can run once. Deletions come late. The sandbox's operations, which
 * need no permission, come last, with one permission at a time.
 */
function allowedCalls(calls: readonly Call[]): readonly Call[] {
  const methods = ['GET', 'PUT', 'POST', 'DELETE']
  const late = ({ operation: { operationId, method, permission }, key }: Call): number =>
    [permission === undefined, operationId === 'resetMerchant'].filter(Boolean).length * 1000 +
    key.has.length * 10 +
    methods.indexOf(method)
  return calls
    .filter(({ operation, key }) => !isMissing(operation, key))
    .filter(({ operation, key }) => operation.permission !== undefined || key.has.length === 1)
    .sort((one, other) => late(one) - late(other))
}

function judgeRefused({ permission }: Operation, { status, body, text }: Answer): string | undefined {
  const sentence = `the key does not have the permission ${permission}`
  if (status === 403 && body.errorType === 'no_permission' && body.error === sentence) return undefined
  return `without the permission ${permission}: answered ${status} and not 403: ${text.slice(0, 150)}`
}

// With its permission alone an operation really runs. A later call may then be refused for another reason.
function judgeAllowed({ permission, operationId }: Operation, { has }: RestrictedKey, answer: Answer) {
  const isFirst = permission !== undefined && has.length === 1 && operationId !== 'uploadAttachment'
  if (answer.status !== 403 && (!isFirst || answer.status === 200)) return undefined
  return `with ${has.join(', ')}: answered ${answer.status}: ${answer.text.slice(0, 150)}`
}

import { Pool } from 'undici'
import { type Operation, openReference, type Reference } from '../testkit/conform.ts'
import { mutate, pickJunk, valueFor } from '../testkit/fuzz-values.ts'
import type { Random } from '../testkit/random.ts'
import { neverMs } from '../testkit/timeouts.ts'
import type { Context, Verdict } from './context.ts'
import { acquire, type Belongings, bodyOf, pathOf, storeHeader } from './fixtures.ts'
import { type Merchant, newMerchant } from './shop.ts'
import { openStand } from './test-environment.ts'
import { makeUpload, makeWholeUpload } from './uploads.ts'

const atOnce = 16
const callsPerMerchant = 250

interface Request {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string | Buffer | undefined
}

/**
 * P11: valid, mutated and broken requests to every operation: each is accepted at least once, there is no 5xx, and no answer
 * that the reference does not know.
 */
export async function run(context: Context): Promise<Verdict> {
  const wanted = context.size(5_000, 500_000)
  const stand = await openStand(context, 'p11', { env: { WEBHOOK_HOSTS: 'shop.test=127.0.0.1:9' } })
  const pool = new Pool(stand.service.urls.uae, { connections: atOnce, pipelining: 1, headersTimeout: neverMs })
  const reference = await openReference(stand.service.urls.uae)
  const queries = await readQueries(stand.service.urls.uae)
  const violations = new Map<string, string>()
  const statuses = new Map<number, number>()
  const taken = new Set<string>()
  let calls = 0
  const call = async (operation: Operation, request: Request): Promise<void> => {
    calls += 1
    const { status, wrong } = await send(pool, reference, request)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 200) taken.add(operation.operationId)
    context.progress(calls, wanted, 'calls')
    if (wrong !== undefined)
      violations.set(`${operation.operationId} ${status}`, `${wrong}\n      sent ${describe(request)}`)
  }
  const worker = async (number: number): Promise<void> => {
    const random = context.random(`p11 ${number}`)
    while (calls < wanted && violations.size < 10) {
      const merchant = await newMerchant(stand.client)
      const things = await acquire(stand, merchant)
      for (const operation of endingLast(reference.operations)) {
        await call(operation, validRequest(operation, things, merchant))
      }
      for (let n = 0; n < callsPerMerchant && calls < wanted; n += 1) {
        const operation = random.pick(reference.operations)
        const queryNames = queries.get(operation.operationId) ?? []
        await call(operation, makeRequest(random, operation, things, merchant, queryNames))
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, (_, number) => worker(number)))
    violations.set('records', (await stand.records.examine()).join('; '))
  } finally {
    await pool.destroy()
    await stand.close()
  }
  const never = reference.operations.map(({ operationId }) => operationId).filter((name) => !taken.has(name))
  if (never.length > 0) violations.set('never accepted', `never accepted: ${never.join(', ')}`)
  const told = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status} × ${count}`)
  const found = [...violations.values()].filter((text) => text !== '')
  return {
    counts: {
      operations: reference.operations.length,
      accepted: taken.size === reference.operations.length ? 'every one' : taken.size,
      calls,
      'answers were': told.join(' '),
    },
    violations: found,
  }
}

/** The names of each operation's query parameters. */
async function readQueries(baseUrl: string): Promise<Map<string, string[]>> {
  const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string; parameters?: { in: string; name: string }[] }>>
  }
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  return new Map(
    operations.map(({ operationId, parameters = [] }) => [
      operationId,
      parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    ]),
  )
}

// What ends a thing that other operations need comes after them.
const ending = ['closePayment', 'openDispute', 'deleteWebhook', 'deleteDisputeWebhook']

function endingLast(operations: readonly Operation[]): Operation[] {
  const ends = ({ operationId }: Operation): number => Number(ending.includes(operationId))
  return operations.toSorted((one, other) => ends(one) - ends(other))
}

/** A request that the merchant itself may make, with what it has. */
function validRequest(operation: Operation, things: Belongings, merchant: Merchant): Request {
  const value = bodyOf(operation, things)
  const json = value === undefined ? undefined : { contentType: 'application/json', body: JSON.stringify(value) }
  const sent = operation.operationId === 'uploadAttachment' ? makeWholeUpload() : json
  const headers: Record<string, string> = { authorization: `Bearer ${merchant.keys.live.secret}`, ...storeHeader }
  if (sent !== undefined) headers['content-type'] = sent.contentType
  return { method: operation.method, path: pathOf(operation, things), headers, body: sent?.body }
}

function makeRequest(
  random: Random,
  operation: Operation,
  things: Belongings,
  merchant: Merchant,
  queries: readonly string[],
): Request {
  const upload = operation.operationId === 'uploadAttachment' && random.chance(0.7) ? makeUpload(random) : undefined
  const body = upload?.body ?? makeBody(random, operation, things)
  const contentType = random.chance(0.96)
    ? (upload?.contentType ?? 'application/json')
    : random.pick(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x'])
  const key = random.chance(0.8)
    ? merchant.keys.live.secret
    : random.pick([merchant.keys.test.secret, merchant.keys.live.public, 'sk_', '', 'x'.repeat(5_000)])
  const code = random.chance(0.8) ? { 'x-merchant-code': random.chance(0.8) ? 'main' : 'x'.repeat(300) } : {}
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, ...code }
  if (body !== undefined) headers['content-type'] = contentType
  return { method: operation.method, path: makePath(random, operation, things, queries), headers, body }
}

function makePath(random: Random, operation: Operation, things: Belongings, queries: readonly string[]): string {
  const own = pathOf(operation, things).split('?')[0] ?? ''
  const other = random.pick([
    '00000000-0000-4000-8000-000000000000',
    'x',
    '%00',
    '%ff',
    '..%2f..',
    'null',
    '0'.repeat(2_000),
  ])
  const path = random.chance(0.8) ? own : operation.path.replace(/\{\w+\}/, other)
  const chosen = queries.filter(() => random.chance(0.5)).map((name) => `${name}=${queryValue(random, name)}`)
  return chosen.length === 0 ? path : `${path}?${chosen.join('&')}`
}

function queryValue(random: Random, name: string): string {
  if (random.chance(0.3))
    return random.pick(['%00', '%ff', '%', '&&', '-1', '1e9', '99999999999999999999', '[]', 'null', ''])
  if (name.startsWith('created_at'))
    return random.pick(['2026-03-01', '2026-03-01T10:00:00Z', '2026-02-30', '9999-12-31', '0001-01-01'])
  return random.pick(['1', '20', '21', '0', 'authorized', 'captured', 'refunded', 'new', 'AUTHORIZED', 'x'])
}

function makeBody(random: Random, operation: Operation, things: Belongings): string | undefined {
  const known = bodyOf(operation, things)
  if (operation.method === 'GET' || (known === undefined && operation.body === undefined && random.chance(0.7)))
    return undefined
  let value = known !== undefined && random.chance(0.6) ? known : valueFor(random, operation.body)
  for (let left = random.between(0, 3); left > 0; left -= 1) value = mutate(random, value)
  if (typeof value === 'string' && random.chance(0.5)) return value
  const text = JSON.stringify(value ?? pickJunk(random))
  if (random.chance(0.94)) return text
  return random.pick([
    '',
    text.slice(0, text.length / 2),
    `${text}}`,
    '['.repeat(5_000),
    '\u0000',
    'null',
    'true',
    '"x"',
  ])
}

async function send(pool: Pool, reference: Reference, { method, path, headers, body }: Request) {
  try {
    const response = await pool.request({
      method: method as 'GET',
      path,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.body.text()
    const received = Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    )
    const answer = {
      status: response.statusCode,
      headers: new Headers(received as [string, string][]),
      text,
      body: undefined,
    }
    const isJson = answer.headers.get('content-type')?.includes('json') === true
    const parsed = { ...answer, body: isJson ? JSON.parse(text) : undefined }
    if (parsed.status >= 500)
      return { status: parsed.status, wrong: `answered ${parsed.status}: ${text.slice(0, 200)}` }
    return { status: parsed.status, wrong: failureOf(() => reference.conform(method, path, parsed)) }
  } catch (error) {
    return { status: 0, wrong: `no answer: ${String(error)}` }
  }
}

function failureOf(check: () => void): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return (error as Error).message.slice(0, 400)
  }
}

function describe({ method, path, headers, body }: Request): string {
  const { authorization, ...rest } = headers
  return `${method} ${path.slice(0, 200)} ${JSON.stringify(rest).slice(0, 200)} ${authorization?.slice(0, 14)} ${body?.toString('latin1').slice(0, 400)}`
}

import { type Answer, type Caller, openClient } from '../testkit/client.ts'
import { type Operation, openReference, type Reference } from '../testkit/conform.ts'
import { mutate, pickFuzzValue, valueFor } from '../testkit/fuzz-values.ts'
import { workersAtOnce } from '../testkit/parallel.ts'
import type { Random } from '../testkit/random.ts'
import { type Merchant, newMerchant } from '../testkit/shop.ts'
import { formOf, multipartX, smallPng } from '../testkit/uploads.ts'
import type { Context, Verdict } from './context.ts'
import { endRehearsals } from './end-rehearsals.ts'
import { FaultedCalls } from './faulted-calls.ts'
import { bodyOf, createFixtures, type Fixtures, ofThrowAway, pathOf, storeHeader } from './fixtures.ts'
import { openTestEnvironment } from './test-environment.ts'
import { makeUpload } from './uploads.ts'

const atOnce = 16
const callsPerMerchant = 250

interface Request {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string | Buffer | undefined
}

/**
 * P11: sends valid, mutated and broken requests to every operation. Each operation accepts at least one. No answer is
 * 5xx or unknown to the reference.
 */
export async function run(context: Context): Promise<Verdict> {
  const target = context.size(5_000, 500_000)
  const environment = await openTestEnvironment(context, 'p11', { env: { WEBHOOK_HOSTS: 'shop.test=127.0.0.1:9' } })
  const stranger = openClient(environment.service.urls.uae, '', atOnce)
  const reference = await openReference(environment.service.urls.uae)
  const violations = new Map<string, string>()
  const statuses = new Map<number, number>()
  const accepted = new Set<string>()
  const faultedCalls = new FaultedCalls(environment.client)
  let calls = 0
  let faulted = 0
  const call = async (operation: Operation, request: Request, merchant: Merchant): Promise<void> => {
    calls += 1
    const { status, wrong, answer } = await send(stranger, reference, request)
    context.progress(calls, target, 'calls')
    if (wrong !== undefined && (await faultedCalls.has(merchant, operation.operationId, answer))) {
      faulted += 1
      return
    }
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 200) accepted.add(operation.operationId)
    if (wrong !== undefined)
      violations.set(`${operation.operationId} ${status}`, `${wrong}\n      sent ${describe(request)}`)
  }
  const worker = async (number: number, over: AbortSignal): Promise<void> => {
    const random = context.random(`p11 ${number}`)
    while (calls < target && violations.size < 10 && !over.aborted) {
      const merchant = await newMerchant(environment.client)
      const fixtures = await createFixtures(environment.client, merchant, true)
      for (const operation of endingLast(reference.operations)) {
        await call(operation, validRequest(operation, fixtures, merchant), merchant)
      }
      for (let n = 0; n < callsPerMerchant && calls < target && !over.aborted; n += 1) {
        const operation = random.pick(reference.operations)
        await call(operation, makeRequest(random, operation, fixtures, merchant), merchant)
      }
      await endRehearsals(environment.client, environment.records, merchant)
    }
  }
  try {
    await workersAtOnce(atOnce, worker)
    violations.set('records', (await environment.records.checkIntegrity()).join('; '))
  } finally {
    await stranger.close()
    await environment.close()
  }
  const never = reference.operations
    .map(({ operationId }) => operationId)
    .filter((name) => !accepted.has(name) && !ofThrowAway.includes(name))
  if (never.length > 0) violations.set('never accepted', `never accepted: ${never.join(', ')}`)
  const answers = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status} × ${count}`)
  const found = [...violations.values()].filter((text) => text !== '')
  return {
    counts: {
      operations: reference.operations.length,
      accepted: accepted.size + ofThrowAway.length === reference.operations.length ? 'every one' : accepted.size,
      calls,
      ...(faulted > 0 && { 'with a fault of their merchant': faulted }),
      'answers were': answers.join(' '),
    },
    violations: found,
  }
}

// Operations that end an object come after those that need it.
const ending = [
  ...['closePayment', 'openDispute', 'deleteWebhook', 'deleteDisputeWebhook', 'deleteFault', 'deleteFaults'],
  ...['stopCertificate', 'createCertificate', 'resetMerchant'],
]

function endingLast(operations: readonly Operation[]): Operation[] {
  const ends = ({ operationId }: Operation): number => ending.indexOf(operationId)
  return operations.toSorted((one, other) => ends(one) - ends(other))
}

/** Returns a request that the merchant itself may make, with its own objects. */
function validRequest(operation: Operation, fixtures: Fixtures, merchant: Merchant): Request {
  const value = bodyOf(operation, fixtures)
  const json = value === undefined ? undefined : { contentType: 'application/json', body: JSON.stringify(value) }
  const sent = operation.operationId === 'uploadAttachment' ? { contentType: multipartX, body: formOf(smallPng) } : json
  const headers: Record<string, string> = { authorization: `Bearer ${merchant.keys.live.secret}`, ...storeHeader }
  if (sent !== undefined) headers['content-type'] = sent.contentType
  return { method: operation.method, path: pathOf(operation, fixtures), headers, body: sent?.body }
}

function makeRequest(random: Random, operation: Operation, fixtures: Fixtures, merchant: Merchant): Request {
  const upload = operation.operationId === 'uploadAttachment' && random.chance(0.7) ? makeUpload(random) : undefined
  const body = upload?.body ?? makeBody(random, operation, fixtures)
  const contentType = random.chance(0.96)
    ? (upload?.contentType ?? 'application/json')
    : random.pick(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x'])
  const key = random.chance(0.8)
    ? merchant.keys.live.secret
    : random.pick([merchant.keys.test.secret, merchant.keys.live.public, 'sk_', '', 'x'.repeat(5_000)])
  const code = random.chance(0.8) ? { 'x-merchant-code': random.chance(0.8) ? 'main' : 'x'.repeat(300) } : {}
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, ...code }
  if (body !== undefined) headers['content-type'] = contentType
  return { method: operation.method, path: makePath(random, operation, fixtures), headers, body }
}

function makePath(random: Random, operation: Operation, fixtures: Fixtures): string {
  const own = pathOf(operation, fixtures).split('?')[0] ?? ''
  const nobody = '00000000-0000-4000-8000-000000000000'
  const other = random.pick([nobody, 'x', '%00', '%ff', '..%2f..', 'null', '0'.repeat(2_000)])
  const path = random.chance(0.8) ? own : operation.path.replace(/\{\w+\}/, other)
  const chosen = operation.queries.filter(() => random.chance(0.5)).map((name) => `${name}=${queryValue(random, name)}`)
  return chosen.length === 0 ? path : `${path}?${chosen.join('&')}`
}

function queryValue(random: Random, name: string): string {
  if (random.chance(0.3))
    return random.pick(['%00', '%ff', '%', '&&', '-1', '1e9', '99999999999999999999', '[]', 'null', ''])
  if (name === 'phone') return random.pick(['%2B971500000001', '0500000001', '+971500000001'])
  if (name === 'from' || name === 'to' || name.startsWith('created_at'))
    return random.pick(['2026-03-01', '2026-03-01T10:00:00Z', '2026-02-30', '9999-12-31', '0001-01-01'])
  return random.pick(['1', '20', '21', '0', 'authorized', 'captured', 'refunded', 'new', 'AUTHORIZED', 'x'])
}

function makeBody(random: Random, operation: Operation, fixtures: Fixtures): string | undefined {
  const known = bodyOf(operation, fixtures)
  if (operation.method === 'GET' || (known === undefined && operation.body === undefined && random.chance(0.7)))
    return undefined
  let value = known !== undefined && random.chance(0.6) ? known : valueFor(random, operation.body)
  for (let left = random.between(0, 3); left > 0; left -= 1) value = mutate(random, value)
  if (typeof value === 'string' && random.chance(0.5)) return value
  const text = JSON.stringify(value ?? pickFuzzValue(random))
  if (random.chance(0.94)) return text
  const cut = text.slice(0, text.length / 2)
  return random.pick(['', cut, `${text}}`, '['.repeat(5_000), '\u0000', 'null', 'true', '"x"'])
}

interface Outcome {
  /** 0 without an answer. */
  readonly status: number
  readonly wrong: string | undefined
  readonly answer: Answer | undefined
}

async function send(caller: Caller, reference: Reference, { method, path, headers, body }: Request): Promise<Outcome> {
  try {
    const answer = await caller.call(method, path, body, headers)
    const { status, text } = answer
    if (status >= 500) return { status, answer, wrong: `answered ${status}: ${text.slice(0, 200)}` }
    return { status, answer, wrong: failureIn(() => reference.conform(method, path, answer)) }
  } catch (error) {
    return { status: 0, answer: undefined, wrong: `no answer: ${String(error)}` }
  }
}

function failureIn(check: () => void): string | undefined {
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

import { type Answer, type Caller, succeed } from '../testkit/client.ts'
import { type Operation, openReference } from '../testkit/conform.ts'
import type { Random } from '../testkit/random.ts'
import { checkoutBody, type Merchant, newMerchant } from '../testkit/shop.ts'
import type { Context, Verdict } from './context.ts'
import type { Records } from './records.ts'
import { openTestEnvironment } from './test-environment.ts'

/** The limit of the contract (docs/contract/conventions.md#rate-limits) for one public key, one address and one day. */
const ofKeyAndAddress = 16 * 1024 * 1024
/** The bytes that an address may store without a key during this run: counts of messages and of wrong passwords. */
const withoutKey = 2 * 1024 * 1024
const publicBodyBytes = 64 * 1024
/** Tables and indexes grow by whole pages, and some are extended ahead. */
const pageRoom = 8 * 1024 * 1024
/** More sessions of the largest kind than fit. */
const triesUntilRefused = 40

/**
 * P32: strangers call every operation and page at random, with a public key and without one, with bodies that store as
 * much as possible. The growth of all tables is within the bounds of the contract.
 */
export async function run(context: Context): Promise<Verdict> {
  const env = {
    RATE_LIMITS: 'on',
    TRUSTED_PROXIES: '127.0.0.1',
    REHEARSAL: 'off',
    WEBHOOK_HOSTS: 'shop.test=127.0.0.1:9',
  }
  const environment = await openTestEnvironment(context, 'p32', { env, connections: 8 })
  const { client, records, service } = environment
  try {
    const merchant = await newMerchant(client, { checkout: 'lenient' })
    const hook = { url: 'https://shop.test/hook', header: { title: 'X-Auth', value: 'word' } }
    succeed(
      await client.as(merchant.keys.live.secret).call('POST', '/api/v1/webhooks', hook, { 'x-merchant-code': 'main' }),
    )
    const { operations } = await openReference(service.urls.uae)
    const addresses = Array.from({ length: context.size(2, 8) }, (_, index) => `203.0.113.${index + 1}`)
    const strangers = addresses.map((address) => openStranger(client, address, merchant, operations))
    const before = await measure(records)
    const random = context.random('p32')
    const calls = context.size(240, 4_000)
    const violations: string[] = []
    for (let done = 1; done <= calls; done += 1) {
      const stranger = random.pick(strangers)
      const { what, answer } = await random.pick(stranger.calls)(random)
      violations.push(...judge(what, answer))
      context.progress(done, calls, 'calls')
    }
    for (const stranger of strangers) violations.push(...(await fillUp(stranger)))
    const after = await measure(records)
    violations.push(...compare(before, after, addresses.length), ...(await records.checkIntegrity()))
    const grown = Math.round((after.whole - before.whole) / 1024)
    const counts = {
      addresses: addresses.length,
      calls,
      sessions: after.sessions - before.sessions,
      'KiB grown': grown,
    }
    return { counts, violations: violations.slice(0, 10) }
  } finally {
    await environment.close()
  }
}

interface LabelledAnswer {
  readonly what: string
  readonly answer: Answer
}

type Call = (random: Random) => Promise<LabelledAnswer>

interface Stranger {
  readonly address: string
  readonly calls: readonly Call[]
  /** Opens a session that stores as much as a body with a public key can. */
  largest(): Promise<Answer>
}

function openStranger(
  client: { as(key: string, headers: Record<string, string>): Caller },
  address: string,
  merchant: Merchant,
  operations: readonly Operation[],
): Stranger {
  const headers = { 'x-forwarded-for': address }
  const known = client.as(merchant.keys.live.public, headers)
  const nobody = client.as('', headers)
  const sessions: string[] = []
  const open = async (what: string, body: unknown): Promise<LabelledAnswer> => {
    const answer = await known.call('POST', '/api/v2/checkout', body)
    if (answer.status === 200) sessions.push(answer.body.id)
    return { what, answer }
  }
  const page: Call = async (random) => {
    const session = sessions.length === 0 ? crypto.randomUUID() : random.pick(sessions)
    const path = random.pick(['/hpp/', '/hpp/state', '/hpp/phone', `/api/v2/checkout/${session}/hpp_link_qr`])
    return { what: path, answer: await nobody.call('GET', `${path}?sessionId=${session}`) }
  }
  const form: Call = async (random) => {
    const path = random.pick(['/dashboard/sign-in', '/support/sign-in', '/account/phone', '/hpp/phone', '/hpp/code'])
    const phone = `+97150${random.between(1_000_000, 9_999_999)}`
    const fields = new URLSearchParams({
      email: `${random.next()}@example.com`,
      password: 'guess',
      phone,
      code: '1234',
    })
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return { what: path, answer: await nobody.call('POST', path, fields.toString(), type) }
  }
  const operation: Call = async (random) => {
    const { method, path, operationId } = random.pick(
      operations.filter((one) => !one.path.startsWith('/sandbox/merchants')),
    )
    const caller = random.pick([known, nobody])
    const target = path.replace(/\{\w+\}/g, () => (sessions.length === 0 ? crypto.randomUUID() : random.pick(sessions)))
    const body = method === 'GET' ? undefined : bodyOf(random.between(1_000, 900_000))
    return { what: operationId, answer: await caller.call(method, target, body) }
  }
  return {
    address,
    calls: [
      (random) => open('a small session', checkoutBody('main', 'AED', `${random.between(10, 900)}.00`)),
      (random) => open('a full session', bodyOf(random.between(20_000, publicBodyBytes))),
      (random) => open('too large a session', bodyOf(random.between(publicBodyBytes + 1, 900_000))),
      () => open('a session of defaults', defaults),
      ...[page, form, operation],
    ],
    largest: async () => (await open('', defaults)).answer,
  }
}

/** A lenient store fills missing members of items with defaults: a body of 17 KB is stored as 1.2 MB. */
const past = { items: Array.from({ length: 50 }, () => ({})) }
const defaults = checkoutBody('main', 'AED', '10.00', { order_history: Array.from({ length: 100 }, () => past) })

/** Returns a checkout of exactly this many bytes that does not compress well. */
function bodyOf(bytes: number): string {
  const pieces = Array.from({ length: Math.ceil(bytes / 36) }, () => crypto.randomUUID()).join('')
  const meta = Object.fromEntries(
    Array.from({ length: Math.ceil(bytes / 60_000) }, (_, n) => [
      `part ${n}`,
      pieces.slice(n * 60_000, (n + 1) * 60_000),
    ]),
  )
  const short = JSON.stringify(checkoutBody('main', 'AED', '10.00', { meta }))
  return short.length > bytes ? cut(meta, short.length - bytes) : short
}

function cut(meta: Record<string, string>, by: number): string {
  const [first = '', text = ''] = Object.entries(meta)[0] ?? []
  return JSON.stringify(checkoutBody('main', 'AED', '10.00', { meta: { ...meta, [first]: text.slice(by) } }))
}

function judge(what: string, answer: Answer): string[] {
  if (answer.status >= 500) return [`${what}: answered ${answer.status}: ${answer.text.slice(0, 200)}`]
  return what === 'too large a session' && answer.status === 200 ? [`${what} was opened`] : []
}

/**
 * Opens the largest sessions until the byte limit refuses for more than ten minutes; the rate limit refuses for seconds
 * only.
 */
async function fillUp({ address, largest }: Stranger): Promise<string[]> {
  for (let tries = 0; tries < triesUntilRefused; tries += 1) {
    const { status, headers } = await largest()
    if (status === 429 && Number(headers.get('retry-after')) > 600) return []
  }
  return [`${address} was not refused after ${triesUntilRefused} of the largest sessions`]
}

interface Size {
  /** All tables with their indexes. */
  readonly whole: number
  /** The orders of sessions, as texts. */
  readonly orders: number
  readonly sessions: number
}

async function measure({ query }: Records): Promise<Size> {
  const [size] = await query(
    `select (select sum(pg_total_relation_size(oid))::int8 from pg_class
         where relkind = 'r' and relnamespace = 'public'::regnamespace) as whole,
       (select coalesce(sum(octet_length(body::text)), 0)::int8 from payment_orders) as orders,
       (select count(*)::int8 from sessions) as sessions`,
  )
  return { whole: Number(size?.['whole']), orders: Number(size?.['orders']), sessions: Number(size?.['sessions']) }
}

function compare(before: Size, after: Size, addresses: number): string[] {
  const violations: string[] = []
  const [orders, whole] = [after.orders - before.orders, after.whole - before.whole]
  const format = (bytes: number): string => bytes.toLocaleString('en')
  if (orders > addresses * ofKeyAndAddress) {
    violations.push(
      `${addresses} addresses stored ${format(orders)} bytes of orders, more than ${format(addresses * ofKeyAndAddress)}`,
    )
  }
  const most = addresses * (ofKeyAndAddress + withoutKey) + pageRoom
  if (whole > most) violations.push(`the database has grown by ${format(whole)} bytes, more than ${format(most)}`)
  return violations
}

import { randomUUID } from 'node:crypto'
import type { App } from '../src/app/app.ts'
import type { Actor } from '../src/merchants/caller.ts'
import { capturePayment } from '../src/payments/capture-payment.ts'
import { getPayment } from '../src/payments/get-payment.ts'
import { HttpClient } from './http-client.ts'
import { closedLoop, type Figure, type LoopResult, percentile } from './measure.ts'
import { seedAuthorized } from './seed.ts'

const demoKey = 'sk_test_11111111-1111-4111-8111-111111111111'

export interface PaymentBench {
  /** Beside the service: the same code on the same database, without HTTP. */
  readonly app: App
  readonly actor: Actor
  readonly baseUrl: string
}

const captureBody = (): string => JSON.stringify({ amount: '340.00', reference_id: randomUUID() })

/** Captures, reads and sessions over HTTP beside what the same statements reach without it. */
export async function benchPayments(bench: PaymentBench, calls: number): Promise<Figure[]> {
  const { app, actor } = bench
  const ids = await seedAuthorized(app.db, calls * 2 + 3_000, 'b0000000')
  const raw = await closedLoop(calls, 32, async (n) => {
    await capturePayment(app, actor, ids[n] ?? '', { amount: '340.00', reference_id: randomUUID() })
  })
  const captures = await overHttp(bench, calls, 32, (client, n) =>
    client.call('POST', `/api/v2/payments/${ids[calls + n]}/captures`, captureBody()),
  )
  const single = await overHttp(bench, 2_000, 1, (client, n) =>
    client.call('POST', `/api/v2/payments/${ids[calls * 2 + n]}/captures`, captureBody()),
  )
  const rawReads = await closedLoop(calls * 2, 32, async (n) => void (await getPayment(app, actor, ids[n] ?? '')))
  const reads = await overHttp(bench, calls * 2, 32, (client, n) => client.call('GET', `/api/v2/payments/${ids[n]}`))
  const sessions = await overHttp(bench, calls, 32, (client) => client.call('POST', '/api/v2/checkout', checkout))
  const memory = await overHttp(bench, calls, 32, (client) => client.call('GET', '/api/v2/nothing'), 404)
  const limit = { name: 'the same statements without HTTP', value: raw.perSecond }
  const readLimit = { name: 'the same statement without HTTP', value: rawReads.perSecond }
  const answers = { name: 'an answer from memory', value: memory.perSecond }
  return [
    figure('durable captures, 32 clients', '1/s', captures.perSecond, { atLeast: 3_500 }, limit),
    figure('captures as a share of the statements alone', '%', (100 * captures.perSecond) / raw.perSecond, {
      atLeast: 60,
    }),
    figure('capture p99, 32 clients', 'ms', percentile(captures.latencies, 99), { atMost: 25 }),
    figure('capture p50, 1 client', 'ms', percentile(single.latencies, 50), { atMost: 1 }),
    figure('payment reads, 32 clients', '1/s', reads.perSecond, { atLeast: 7_000 }, readLimit),
    figure('read p99, 32 clients', 'ms', percentile(reads.latencies, 99), { atMost: 10 }),
    figure('sessions, 32 clients', '1/s', sessions.perSecond, { atLeast: 2_000 }, answers),
    figure('an answer from memory', '1/s', memory.perSecond),
  ]
}

function figure(
  name: string,
  unit: string,
  value: number,
  goal?: NonNullable<Figure['goal']>,
  limit?: NonNullable<Figure['limit']>,
): Figure {
  return { name, unit, value, ...(goal && { goal }), ...(limit && { limit }) }
}

async function overHttp(
  { baseUrl }: PaymentBench,
  calls: number,
  clients: number,
  call: (client: HttpClient, n: number) => Promise<{ status: number; body: string }>,
  expected = 200,
): Promise<LoopResult> {
  const open = Array.from({ length: clients }, () => new HttpClient(baseUrl, demoKey))
  const free = [...open]
  const result = await closedLoop(calls, clients, async (n) => {
    const client = free.pop()
    if (client === undefined) throw new Error('more calls at once than clients')
    const answer = await call(client, n)
    if (answer.status !== expected) throw new Error(`${answer.status}: ${answer.body.slice(0, 300)}`)
    free.push(client)
  })
  for (const client of open) client.close()
  return result
}

const checkout = JSON.stringify({
  payment: {
    amount: '340.00',
    currency: 'AED',
    buyer: { name: 'Sara Ali', email: 'otp.success@example.com', phone: '+971500000001' },
    shipping_address: { city: 'Dubai', address: 'Street 1', zip: '00000' },
    order: {
      reference_id: '1001',
      items: [{ title: 'Linen shirt', quantity: 2, unit_price: '160.00', category: 'Clothes' }],
    },
    buyer_history: { registered_since: '2024-01-10T09:00:00Z', loyalty_level: 3 },
    order_history: [],
  },
  lang: 'en',
  merchant_code: 'demo_ae',
})

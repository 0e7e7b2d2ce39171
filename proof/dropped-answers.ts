import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Client, openClient, succeed } from '../testkit/client.ts'
import { listen } from '../testkit/listen.ts'
import { workersAtOnce } from '../testkit/parallel.ts'
import { sum } from '../testkit/payment-model.ts'
import type { Random } from '../testkit/random.ts'
import { demoKey } from '../testkit/shop.ts'
import { retry } from '../testkit/timeouts.ts'
import type { Context, Verdict } from './context.ts'
import { type Call, type Order, record, visiblePaymentOf } from './history.ts'
import { checkEnds, checkTroubles, readEnds } from './invariants.ts'
import { addHistories } from './linear.ts'
import { newPayment } from './new-payment.ts'
import { openTestEnvironment } from './test-environment.ts'

const amount = 340_00

/** P6: drops a tenth of the answers after the commit. The client repeats the call, and money moves once. */
export async function run(context: Context): Promise<Verdict> {
  const target = context.size(2_000, 50_000)
  const environment = await openTestEnvironment(context, 'p6')
  const proxy = await openForgetfulProxy(environment.service.urls.uae, context.random('p6 proxy'))
  const client = openClient(proxy.url, demoKey(1), 16)
  const history: Call[] = []
  const amounts = new Map<string, number>()
  const violations: string[] = []
  const worker = async (number: number, over: AbortSignal): Promise<void> => {
    const random = context.random(`p6 ${number}`)
    while (history.length < target && !over.aborted) {
      const id = await newPayment(environment.client, amount)
      amounts.set(id, amount)
      violations.push(...(await live(client, environment.client, random, id, history)))
      context.progress(history.length, target, 'calls')
    }
  }
  try {
    await workersAtOnce(16, worker)
    const ends = await readEnds(environment.client, amounts.keys())
    violations.push(
      ...checkEnds({ amounts, history }, ends),
      ...(await environment.records.checkIntegrity()),
      ...checkTroubles(history),
    )
    history.push(...ends)
  } finally {
    await client.close()
    await proxy.close()
    await environment.close()
  }
  const linear = addHistories(context.linear, amounts, history)
  const counts = { calls: history.length, 'answers thrown away': proxy.dropped(), payments: amounts.size }
  return { counts, violations: [...violations, ...linear.violations], linear }
}

/** Plays one payment's life by its only client: the end must be exactly as requested. */
async function live(client: Client, direct: Client, random: Random, id: string, history: Call[]): Promise<string[]> {
  const until = async (order: Order): Promise<void> => {
    const attempt = async (): Promise<boolean> => {
      const call = await record(client, order)
      if (call !== undefined) history.push(call)
      return call !== undefined && call.outcome.is !== 'unknown'
    }
    await retry(`a ${order.kind} is answered`, attempt, { pauseMs: 0 })
  }
  const captures = Array.from({ length: random.between(1, 4) }, () => random.between(1_00, 60_00))
  for (const [n, minor] of captures.entries()) await until({ payment: id, kind: 'capture', reference: `c${n}`, minor })
  await until({ payment: id, kind: 'close', reference: '', minor: 0 })
  const captured = captures.reduce((total, minor) => total + minor, 0)
  const refunds = [Math.floor(captured / 3), Math.floor(captured / 4)]
  for (const [n, minor] of refunds.entries()) await until({ payment: id, kind: 'refund', reference: `r${n}`, minor })
  const end = visiblePaymentOf(succeed(await direct.call('GET', `/api/v2/payments/${id}`)).body)
  const refunded = refunds.reduce((total, minor) => total + minor, 0)
  const isRight = end.status === 'CLOSED' && sum(end.captures) === captured && sum(end.refunds) === refunded
  return isRight ? [] : [`payment ${id}: ${captured} captured and ${refunded} refunded became ${JSON.stringify(end)}`]
}

interface Proxy {
  readonly url: string
  dropped(): number
  close(): Promise<void>
}

/** Opens a proxy that drops one answer in ten and closes the connection instead. */
async function openForgetfulProxy(target: string, random: Random): Promise<Proxy> {
  const service = openClient(target, '', 16)
  let dropped = 0
  const handOn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await request.toArray())
    const { authorization = '', 'content-type': contentType } = request.headers
    const headers = { authorization, ...(contentType === undefined ? {} : { 'content-type': contentType }) }
    const content = body.length === 0 ? undefined : body
    const answer = await service.call(request.method ?? '', request.url ?? '', content, headers)
    if (random.chance(0.1)) {
      dropped += 1
      request.socket.destroy()
    } else {
      response.writeHead(answer.status, { 'content-type': String(answer.headers.get('content-type')) }).end(answer.text)
    }
  }
  const server = createServer((request, response) => {
    handOn(request, response).catch(() => request.socket.destroy())
  })
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    dropped: () => dropped,
    async close() {
      server.closeAllConnections()
      server.close()
      await service.close()
    },
  }
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type pg from 'pg'
import { capturePayment } from '../src/money/payments/capture-payment.ts'
import type { App } from '../src/platform/app/app.ts'
import type { Caller } from '../src/platform/merchants/caller.ts'
import type { Query } from '../testkit/query.ts'
import { demoKey } from '../testkit/shop.ts'
import type { Request } from './http-client.ts'
import type { Load } from './load.ts'
import { closedLoop } from './loops.ts'
import { hasPgbench, runPgbench } from './pgbench.ts'
import { loopOverDriver, type Recording, readSessionOptions } from './raw-statements.ts'
import { readRequest, wholeAmount } from './requests.ts'
import type { Phase } from './rounds.ts'
import { idsOf, type Payments } from './seed.ts'

/** A service under load, and the same code on the same database beside it. */
export interface PaymentBench {
  readonly app: App
  /** The actor of the first demo merchant's test key. */
  readonly actor: Caller
  readonly connection: pg.PoolConfig
  readonly query: Query
  readonly baseUrl: string
  readonly load: Load
}

export const testKey = demoKey(1)

/**
 * The calls until a fresh service's code is compiled: after 2,000 a capture still took a quarter more processor time.
 */
export const warmUpCalls = 10_000

/** The turns that warm up the recorded statements: a multiple of their clients. */
export const rawWarmUpCalls = 1_024

/** Returns the calls of a single client, which is slow: enough for a p99, or a tenth of the calls of 32 clients. */
export function callsOfOne(calls: number): number {
  return Math.max(1_000, Math.ceil(calls / 10))
}

interface Calls {
  readonly clients: number
  /** In one round. */
  readonly calls: number
  readonly expected?: number
  /** The number of calls before the first round; 0 if another phase has warmed up the same code. */
  readonly warmUp?: number
}

/** Returns calls over HTTP by several clients. `requests` makes those of one round. */
export function overHttp(
  { load, baseUrl }: Pick<PaymentBench, 'load' | 'baseUrl'>,
  name: string,
  { clients, calls, expected = 200, warmUp = warmUpCalls }: Calls,
  requests: (count: number) => readonly Request[],
): Phase {
  const run = (count: number) =>
    load.run({ baseUrl, key: testKey, requests: requests(count), calls: count, clients, expected })
  return { name, clients, run: () => run(calls), ...(warmUp > 0 ? { warmUp: () => run(warmUp) } : {}) }
}

/** Returns calls of the use case that captures whole payments, without HTTP. */
export function captureDirectly({ app, actor }: PaymentBench, calls: number, take: (count: number) => Payments): Phase {
  const run = (count: number) => {
    const ids = idsOf(take(count))
    return closedLoop(count, 32, async (n) => void (await capturePayment(app, actor, ids[n] ?? '', wholeAmount())))
  }
  return { name: 'captures without HTTP', clients: 32, warmUp: () => run(warmUpCalls), run: () => run(calls) }
}

/** Returns calls of another use case, without HTTP. */
export function directly(what: string, calls: number, call: (n: number) => Promise<unknown>): Phase {
  const run = (count: number) => closedLoop(count, 32, async (n) => void (await call(n)))
  return { name: `${what} without HTTP`, clients: 32, warmUp: () => run(warmUpCalls), run: () => run(calls) }
}

/**
 * Returns the recorded statements, payment by payment, by one client with the bare driver, which measures latencies.
 */
export function driveAlone(
  { app, connection }: PaymentBench,
  what: string,
  recording: Recording,
  calls: number,
  take: (count: number) => Payments,
): Phase {
  const run = (count: number) => loopOverDriver(app, connection, recording, take(count), 1)
  const name = `${what}, raw, one payment each, by the bare driver`
  return { name, clients: 1, warmUp: () => run(rawWarmUpCalls), run: () => run(calls) }
}

/** Returns the recorded statements by 32 clients, with pgbench if it is installed. */
export async function driveRaw(
  { app, connection }: PaymentBench,
  what: string,
  recording: Recording,
  calls: number,
  take: (count: number) => Payments,
): Promise<Phase> {
  const clients = 32
  const isThere = hasPgbench()
  const options = await readSessionOptions(app)
  const run = (count: number) =>
    isThere
      ? runPgbench(connection, options, recording, take(count), clients)
      : loopOverDriver(app, connection, recording, take(count), clients)
  const name = `${what}, raw, one payment each, by ${isThere ? 'pgbench' : 'the bare driver'}`
  return { name, clients, warmUp: () => run(rawWarmUpCalls), run: () => run(calls) }
}

/** A bare HTTP server that answers a payment's bytes to every request, and calls of it. */
export interface BareAnswers {
  /** Returns its calls in the same rounds as `beside`, which is compared with them. */
  phase(beside: string, calls: Calls): Phase
  stop(): void
}

/** Starts a server that answers the service's bytes of this payment. */
export async function startBareAnswers({ load, baseUrl }: PaymentBench, id: string): Promise<BareAnswers> {
  const read = readRequest(id)
  const example = await fetch(baseUrl + read.path, { headers: { authorization: `Bearer ${testKey}` } })
  const bare = await startBareServer(await example.text())
  return {
    phase: (beside, calls) =>
      overHttp({ load, baseUrl: bare.baseUrl }, `a bare HTTP server, the same bytes, beside ${beside}`, calls, () => [
        read,
      ]),
    stop: bare.stop,
  }
}

interface BareServer {
  readonly baseUrl: string
  readonly pid: number | undefined
  stop(): void
}

/** Starts a server, in its own process, that answers the same bytes to every request. */
export async function startBareServer(body: string): Promise<BareServer> {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'))
  child.send(body)
  const [port] = await once(child, 'message')
  const stop = (): void => {
    if (child.connected) child.disconnect()
  }
  return { baseUrl: `http://127.0.0.1:${port}`, pid: child.pid, stop }
}

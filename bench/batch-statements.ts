import pg from 'pg'
import type { App } from '../src/platform/app/app.ts'
import type { Queryable } from '../src/platform/db/db.ts'
import { closedLoop } from './loops.ts'
import type { PaymentBench } from './payment-phases.ts'
import { type RawStatement, rawStatementOf, readSessionOptions } from './raw-statements.ts'
import type { Phase } from './rounds.ts'

/** Calls in one statement: about as many as 32 clients share at a time. */
const size = 14
/** The service has as many statements under way. */
const connections = 2

/** The use case is not done: its statement was recorded instead. */
class Recorded extends Error {}

/** Returns how many calls `driveBatches` makes in a round of this length, with those that warm it up. */
export function batchedCalls(calls: number): number {
  return batchesOf(calls) * size
}

// Each connection runs one batch before the measurement, because the server plans the statement then.
function batchesOf(calls: number): number {
  return Math.ceil(calls / size) + connections
}

/**
 * Returns one statement of a use case as the service sends it, with the parameters of several calls, two at a time, by
 * the bare driver: what the server does if the service costs nothing. `name`: the statement's. `useCase` makes one call.
 */
export function driveBatches(
  { app, connection }: Pick<PaymentBench, 'app' | 'connection'>,
  what: string,
  name: string,
  calls: number,
  useCase: (app: App) => Promise<unknown>,
): Phase {
  let batches: RawStatement[] = []
  const prepare = async (): Promise<void> => {
    batches = await recordBatches(app, name, batchesOf(calls), useCase)
  }
  const run = async () => {
    const options = await readSessionOptions(app)
    const clients = Array.from({ length: connections }, () => new pg.Client({ ...connection, options }))
    const ask = async (client: pg.Client | undefined): Promise<void> => {
      const { text = '', values = [] } = batches.pop() ?? {}
      const answer = await client?.query({ name, text, values: [...values] })
      if (answer?.rowCount !== size) throw new Error(`${name} has answered ${answer?.rowCount} rows, not ${size}`)
    }
    try {
      for (const client of clients) {
        await client.connect()
        await ask(client)
      }
      const { perSecond, latencies } = await closedLoop(batches.length, connections, (_, n) => ask(clients[n]))
      return { perSecond: perSecond * size, latencies }
    } finally {
      for (const client of clients) await client.end()
    }
  }
  return { name: `${what}, raw, ${size} payments each, by the bare driver`, clients: connections, prepare, run }
}

async function recordBatches(app: App, name: string, count: number, useCase: (app: App) => Promise<unknown>) {
  const batches: RawStatement[] = []
  const run: Queryable['run'] = async (statement, params) => {
    if (statement.name !== name) return app.db.run(statement, params)
    batches.push(rawStatementOf(statement, params))
    throw new Recorded()
  }
  const recorded: App = { ...app, db: { ...app.db, run } }
  while (batches.length < count) {
    const before = batches.length
    const ends = await Promise.allSettled(Array.from({ length: size }, () => useCase(recorded)))
    const others = ends.find((end) => !(end.status === 'rejected' && end.reason instanceof Recorded))
    if (others !== undefined || batches.length !== before + 1) throw new Error(`${name} was not recorded at once`)
  }
  return batches
}

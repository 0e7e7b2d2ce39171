import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Statement } from './statement.ts'
import { decoderFor, encodeParams } from './values.ts'

/** Whatever statements can be run on: the pool, or one open transaction. */
export interface Queryable {
  /** Runs one statement and answers its rows. On the pool it commits by itself. */
  run<Params extends readonly unknown[], Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]>
  /** Runs text that is no declared statement: migrations, administration, tests. */
  runText(text: string): Promise<void>
}

/** An open transaction. Writers that must not stand alone ask for one. */
export interface Tx extends Queryable {
  readonly isTransaction: true
}

export interface Db extends Queryable {
  /** Runs the work in one transaction: all of it is committed, or, when it throws, nothing. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface DbOptions {
  /** What `pg` takes to connect: an address, or host and credentials. */
  readonly connection: pg.PoolConfig
  readonly connections: number
  /** Told of errors on connections that nobody is using; the pool replaces them by itself. */
  readonly onIdleError?: (error: Error) => void
}

// Every statement has one fixed text, so it is planned once and not anew for each value; and every statement finds its rows by
// an index, so a plan made while a table was small stays right when it has grown.
const sessionSettings = [
  'TimeZone=UTC',
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  // Nothing here reads so much that helpers would pay; a plan made without values may think so, and starting them takes 20 ms.
  'max_parallel_workers_per_gather=0',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

const openTransaction = new AsyncLocalStorage<true>()

/** Throws when called while a transaction is open: network, files and waiting have no place inside one. */
export function assertNoTransaction(what: string): void {
  if (openTransaction.getStore()) throw new Error(`${what} inside a transaction`)
}

/** Opens a pool of connections. Nothing is connected before the first statement. */
export function openDb(options: DbOptions): Db {
  const pool = new pg.Pool({
    ...options.connection,
    max: options.connections,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
    options: sessionSettings,
    types: { getTypeParser: decoderFor },
  })
  let isClosing = false
  // A server that stops may be quicker than our own good-bye.
  pool.on('error', (error) => isClosing || options.onIdleError?.(error))
  // A connection that is cut off while somebody uses it fails their statement; as an event nobody hears it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    run: (statement, params) => runOn(pool, statement, params),
    transaction: (work) => transactionOn(pool, work),
    runText: async (text) => void (await pool.query(text)),
    close: () => {
      isClosing = true
      return pool.end()
    },
  }
}

async function runOn<Params extends readonly unknown[], Row>(
  on: pg.Pool | pg.PoolClient,
  statement: Statement<Params, Row>,
  params: Params,
): Promise<Row[]> {
  const query = { name: statement.name, text: statement.text, values: encodeParams(statement.params, params) }
  const result = await on.query<Row & pg.QueryResultRow>(query)
  return result.rows
}

async function transactionOn<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  assertNoTransaction('a second transaction')
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const tx: Tx = {
      isTransaction: true,
      run: (statement, params) => runOn(client, statement, params),
      runText: async (text) => void (await client.query(text)),
    }
    const answer = await openTransaction.run(true, () => work(tx))
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

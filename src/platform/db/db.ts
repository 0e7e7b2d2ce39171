import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { DeadlinePassed } from '../base/deadline.ts'
import type { Follow } from './batch-calls.ts'
import { type DbConnection, type Plans, type Rights, reportSettings, usualSettings } from './connection.ts'
import { type DbLimits, longWork, serviceLimits } from './limits.ts'
import { openLockRetries } from './lock-retries.ts'
import type { OutageListener } from './outage.ts'
import { openPool, type Pool, type PoolState } from './pool.ts'
import type { Statement } from './statement.ts'
import { encodeParams } from './values.ts'

/**
 * Runs statements: on the pool, or in an open transaction. A statement without an answer in time (DbLimits) throws
 * DeadlinePassed; it is unknown then whether it was done.
 */
export interface Queryable {
  /** Runs one statement and returns its rows. On the pool it commits by itself. */
  run<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]>
  /** Runs SQL that is no declared statement: migrations, administration, tests. */
  runText(text: string): Promise<void>
  /** Calls the function after the commit: on the pool at once, and never for a transaction that is rolled back. */
  afterCommit(then: () => void): void
}

/** An open transaction. Functions whose writes need others beside them take one. */
export interface Tx extends Queryable {
  readonly isTransaction: true
}

/**
 * Extra writes in the transaction of a change: committed and rolled back with it. They get the results of the
 * change.
 */
export type WithChange<Made extends readonly unknown[] = []> = (tx: Tx, ...made: Made) => Promise<void>

export interface Db extends Queryable {
  /**
   * Runs the work in one transaction and commits it. Rolls back if the work throws, and also if a statement failed
   * and the work caught the error. If a lock of another transaction is in the way, nothing was written and the work
   * runs again. `limitMs` (of `longWork`) takes the place of the usual limits of the transaction, its statements and
   * its waits for locks.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, limitMs?: number): Promise<T>
  /**
   * On the pool, outside of any transaction. `limitMs` (of `longWork`) takes the place of the limit of
   * administration.
   */
  runText(text: string, limitMs?: number): Promise<void>
  /** Follows calls of this statement, for traces; absent without traces. */
  readonly follow?: (statement: string) => Follow
  /** Returns the state of the connections, for the metrics. */
  poolState(): PoolState
  /**
   * Returns the name of a merchant's shard. A statement changes rows of one shard only. Without shards all merchants
   * have the same name.
   */
  shardOf(merchantId: string): string
  /** Runs the work in each shard, one after the other; once without shards. */
  eachShard<T>(work: (db: Db) => Promise<T>): Promise<T[]>
  /** The shards of the store; undefined on a plain server. */
  readonly sharding?: Sharding
  /** Waits a moment for running work, then cuts it off. */
  close(): Promise<void>
}

/** The shards of a store on Citus. */
export interface Sharding {
  readonly shards: number
  /** The number of servers with shards. */
  readonly nodes: number
}

export interface DbOptions {
  /** `pg`'s settings: an address, or host and credentials. */
  readonly connection: pg.PoolConfig
  readonly connections: number
  /** Default: the service's. Only migrations need the owner's. */
  readonly rights?: Rights
  /** Default: `serviceLimits`. */
  readonly limits?: DbLimits
  /** Default: `fixed`, the planning for a plain server. */
  readonly plans?: Plans
  /** Called when the database is lost and when it is back: `tellOutages(log)`. The pool recovers by itself. */
  readonly outages?: OutageListener
  /** Whether inserted rows are marked as a sandbox's; default: false. Only a sandbox's serving processes set it. */
  readonly marksSandbox?: boolean
}

const openTransaction = new AsyncLocalStorage<true>()

/** Throws if a transaction is open: no network call, file access or wait may be inside one. */
export function assertNoTransaction(what: string): void {
  if (openTransaction.getStore()) throw new Error(`${what} inside a transaction`)
}

/** Opens the database. It connects with the first statement. All waits have limits. */
export function openDb(options: DbOptions): Db {
  const { rights = 'service', limits = serviceLimits, plans = 'fixed' } = options
  const pool = openPool({ outages: undefined, marksSandbox: false, ...options, rights, limits, plans })
  const statementMs = limits.statementMs + limits.silenceMs
  const retryLocked = openLockRetries(limits.lockRetryMs)
  const db: Db = {
    run: (statement, params) => {
      if (statement.isReport) return transactionOn(pool, limits, (tx) => tx.run(statement, params), undefined)
      return retryLocked(() => pool.lend(statementMs, (connection) => runOn(connection, statement, params)))
    },
    transaction: (work, limitMs) => {
      const once = () => transactionOn(pool, limits, work, limitMs)
      return limitMs === undefined ? retryLocked(once) : once()
    },
    runText: (text, limitMs = longWork.administrationMs) => administer(pool, limits, text, limitMs),
    afterCommit: (then) => then(),
    poolState: () => pool.state(),
    shardOf: () => '',
    eachShard: async (work) => [await work(db)],
    close: () => pool.close(),
  }
  return db
}

async function runOn<Params, Row>(on: DbConnection, statement: Statement<Params, Row>, params: Params): Promise<Row[]> {
  const query = { text: statement.text, values: encodeParams(statement, params) }
  // Without a name the server plans it for this run only.
  const result = await on.query<Row & pg.QueryResultRow>(
    statement.isReport ? query : { name: statement.name, ...query },
  )
  return result.rows
}

async function transactionOn<T>(
  pool: Pool,
  limits: DbLimits,
  work: (tx: Tx) => Promise<T>,
  longMs: number | undefined,
): Promise<T> {
  assertNoTransaction('a second transaction')
  const statementMs = (longMs ?? limits.statementMs) + limits.silenceMs
  return pool.lend((longMs ?? limits.transactionMs) + limits.silenceMs, async (connection) => {
    const failures: unknown[] = []
    const ask: AskInTransaction = (statement) =>
      pool.ask(connection, statementMs, statement).catch((error: unknown) => {
        failures.push(error)
        throw error
      })
    const runText = async (text: string): Promise<void> => void (await ask(() => connection.query(text)))
    const committed: (() => void)[] = []
    const tx: Tx = {
      isTransaction: true,
      afterCommit: (then) => void committed.push(then),
      async run(statement, params) {
        if (!statement.isReport) return ask(() => runOn(connection, statement, params))
        await runText(reportSettings)
        const rows = await ask(() => runOn(connection, statement, params))
        await runText(usualSettings)
        return rows
      },
      runText,
    }
    const answer = await commit(connection, ask, failures, async () => {
      await runText(longMs === undefined ? 'begin' : `begin; ${limitText('set local', longMs, longMs)}`)
      return openTransaction.run(true, () => work(tx))
    })
    for (const then of committed) then()
    return answer
  })
}

type AskInTransaction = <T>(statement: () => Promise<T>) => Promise<T>

/** Runs the work and commits. Rolls back if the work, one of its statements (`failures`) or the commit fails. */
async function commit<T>(
  connection: DbConnection,
  ask: AskInTransaction,
  failures: readonly unknown[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    const answer = await work()
    // After a failed statement whose error was caught, the server answers the commit with a rollback, and not with
    // an error.
    const { command } = await ask(() => connection.query('commit'))
    if (command !== 'COMMIT') throw failures[0] ?? new Error(`the server has answered a commit with ${command}`)
    return answer
  } catch (error) {
    const undone = ask(() => connection.query('rollback'))
    await undone.catch(() => connection.destroy(new DeadlinePassed('a transaction was not rolled back')))
    throw error
  }
}

// A statement outside of a transaction, such as vacuum, gets its limit before it and loses it after it.
async function administer(pool: Pool, limits: DbLimits, text: string, limitMs: number): Promise<void> {
  await pool.lend(limitMs + limits.silenceMs, async (connection) => {
    await connection.query(limitText('set', limitMs, limitMs))
    const reset = (): Promise<unknown> =>
      connection
        .query('reset statement_timeout; reset lock_timeout')
        .catch(() => connection.destroy(new DeadlinePassed('its limits were not reset')))
    await connection.query(text).finally(reset)
  })
}

function limitText(set: 'set' | 'set local', statementMs: number, lockMs: number): string {
  return `${set} statement_timeout = ${statementMs}; ${set} lock_timeout = ${lockMs}`
}

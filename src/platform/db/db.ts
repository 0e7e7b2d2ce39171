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
 * Whatever statements can be run on: the pool, or one open transaction. What is not answered in time (DbLimits) fails with a
 * DeadlinePassed; nobody knows then whether it was done.
 */
export interface Queryable {
  /** Runs one statement and answers its rows. On the pool it commits by itself. */
  run<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]>
  /** Runs text that is no declared statement: migrations, administration, tests. */
  runText(text: string): Promise<void>
  /** Calls it once what was written so far is committed: on the pool at once, and never for a transaction that is undone. */
  afterCommit(then: () => void): void
}

/** An open transaction. Writers that must not stand alone ask for one. */
export interface Tx extends Queryable {
  readonly isTransaction: true
}

/** What stands or falls with a change, in its transaction: done where it is saved, and undone with it. May be told what the change made. */
export type WithChange<Made extends readonly unknown[] = []> = (tx: Tx, ...made: Made) => Promise<void>

export interface Db extends Queryable {
  /**
   * Runs the work in one transaction: all of it is committed, or nothing: when it throws, and when a statement of it has failed, whether or
   * not the work makes anything of that. Where it meets a lock that somebody else holds, nothing was written and the work is called again. A
   * limit (milliseconds, of `longWork`) holds instead of the usual ones for the transaction, its statements and its waits for locks.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, limitMs?: number): Promise<T>
  /** On the pool, outside of any transaction; a limit (milliseconds, of `longWork`) holds instead of that of administration. */
  runText(text: string, limitMs?: number): Promise<void>
  /** Follows the calls that share this statement; absent where nobody follows anything. */
  readonly follow?: (statement: string) => Follow
  /** How its connections stand, for the metrics. */
  poolState(): PoolState
  /** Which merchants' rows lie together: one statement changes those of one such name only, of all merchants where there are no shards. */
  shardOf(merchantId: string): string
  /** Does work on all merchants' rows, in each shard by itself, one after the other: once where there are no shards. */
  eachShard<T>(work: (db: Db) => Promise<T>): Promise<T[]>
  /** How the store is divided; undefined on a plain server. */
  readonly sharding?: Sharding
  /** Lets what is under way go on for a moment, then cuts it off. */
  close(): Promise<void>
}

/** A store that Citus has divided by merchant. */
export interface Sharding {
  readonly shards: number
  /** How many servers hold them. */
  readonly nodes: number
}

export interface DbOptions {
  /** What `pg` takes to connect: an address, or host and credentials. */
  readonly connection: pg.PoolConfig
  readonly connections: number
  /** The service's unless said: only who migrates needs the owner's. */
  readonly rights?: Rights
  /** `serviceLimits` unless said. */
  readonly limits?: DbLimits
  /** How its statements are planned: as they should be on a plain server unless said. */
  readonly plans?: Plans
  /** Hears of it when the database cannot be used, and when it can again: `tellOutages(log)`. The pool recovers by itself. */
  readonly outages?: OutageListener
  /** Whether rows that are written are marked as a sandbox's; default: false. Only a sandbox's serving processes set it. */
  readonly marksSandbox?: boolean
}

const openTransaction = new AsyncLocalStorage<true>()

/** Throws when called while a transaction is open: network, files and waiting have no place inside one. */
export function assertNoTransaction(what: string): void {
  if (openTransaction.getStore()) throw new Error(`${what} inside a transaction`)
}

/** Opens the database. Nothing is connected before the first statement, and nothing waits for longer than the limits say. */
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
  // Without a name it is planned for this time only.
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

/** Commits what the work has done, or undoes it where it, a statement of it (`failures`) or the commit fails. */
async function commit<T>(
  connection: DbConnection,
  ask: AskInTransaction,
  failures: readonly unknown[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    const answer = await work()
    // Where a statement has failed, and the work makes nothing of it, the server answers a commit by rolling back, which is no error to it.
    const { command } = await ask(() => connection.query('commit'))
    if (command !== 'COMMIT') throw failures[0] ?? new Error(`the server has answered a commit with ${command}`)
    return answer
  } catch (error) {
    const undone = ask(() => connection.query('rollback'))
    await undone.catch(() => connection.destroy(new DeadlinePassed('a transaction was not rolled back')))
    throw error
  }
}

// What has to stand outside of a transaction, like a vacuum, has its limit from before it until after it.
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

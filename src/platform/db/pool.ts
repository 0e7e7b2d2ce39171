import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { armDeadline, DeadlinePassed } from '../base/deadline.ts'
import { DbConnection, type Plans, type Rights, sessionOptions } from './connection.ts'
import type { DbLimits } from './limits.ts'
import { Outage, type OutageListener } from './outage.ts'
import { decoderFor } from './values.ts'

/** A statement on a connection. */
export type Ask<T> = (connection: DbConnection) => Promise<T>

/** A pool of connections. A connection that does not answer in time is destroyed. */
export interface Pool {
  /**
   * Lends a connection to the work. Throws DeadlinePassed if none is free in time, or if the work takes longer than
   * `limitMs`: then the connection is destroyed, and its slot is free at once.
   */
  lend<T>(limitMs: number, work: Ask<T>): Promise<T>
  /** Runs one statement on a lent connection. Without an answer in time the connection is destroyed, too. */
  ask<T>(connection: DbConnection, limitMs: number, statement: Ask<T>): Promise<T>
  state(): PoolState
  /** Waits a moment for running work, then cuts it off. No connection stays open. */
  close(): Promise<void>
}

/** The state of a pool and its failures so far. */
export interface PoolState {
  readonly limit: number
  readonly busy: number
  readonly idle: number
  /** The number of callers that wait for a connection. */
  readonly waiting: number
  /** How often no connection could be made or was free in time. */
  readonly unconnected: number
  /** How often the database did not answer in time. */
  readonly unanswered: number
}

interface PoolOptions {
  readonly connection: pg.PoolConfig
  readonly connections: number
  readonly rights: Rights
  readonly plans: Plans
  readonly limits: DbLimits
  readonly outages: OutageListener | undefined
  readonly marksSandbox: boolean
}

/** How often a call may reach a standby, with pauses between, before it fails. */
const maxStandbys = 5
const standbyPauseMs = 200

/** Opens a pool. It connects when the first connection is lent. */
export function openPool(options: PoolOptions): Pool {
  return new LendingPool(options)
}

class LendingPool implements Pool {
  readonly #pool: pg.Pool
  readonly #open = new Set<DbConnection>()
  readonly #limits: DbLimits
  readonly #outage: Outage
  #unconnected = 0
  #unanswered = 0
  #isClosing = false
  // Connections that have answered since this time are trusted. The others use the same path as one that has gone
  // silent.
  #trustedSince = 0

  constructor({ connection, connections, rights, plans, limits, outages, marksSandbox }: PoolOptions) {
    const open = this.#open
    class PooledConnection extends DbConnection {
      constructor(config?: pg.ClientConfig) {
        super(config)
        open.add(this)
        this.once('end', () => open.delete(this))
      }
    }
    this.#limits = limits
    this.#outage = new Outage(outages)
    this.#pool = new pg.Pool({
      ...connection,
      Client: PooledConnection,
      max: connections,
      idleTimeoutMillis: 20_000,
      connectionTimeoutMillis: limits.connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      options: sessionOptions(limits, rights, plans, marksSandbox),
      types: { getTypeParser: decoderFor },
      verify: (client, done) =>
        done((client as pg.PoolClient & DbConnection).isReadOnly ? new ReadOnlyServer() : undefined),
    })
    // While we close, a server that stops may close the connection first.
    this.#pool.on('error', (error) => this.#isClosing || this.#outage.idleFailed(error))
    // A cut-off connection fails its statement. Without this handler the event would also end the process.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  async lend<T>(limitMs: number, work: Ask<T>): Promise<T> {
    const begunAt = performance.now()
    const taken = await this.#take()
    let isFailed = false
    const late = Promise.withResolvers<never>()
    const disarm = armDeadline(limitMs, () => late.reject(this.#destroySilent(taken, limitMs)))
    try {
      const answer = await Promise.race([work(taken), late.promise])
      taken.heardAt = performance.now()
      this.#outage.succeeded(begunAt)
      return answer
    } catch (error) {
      isFailed = isLastWord(error)
      if (isFailed || taken.isDestroyed) this.#noteOutage(error)
      throw error
    } finally {
      disarm()
      taken.release(isFailed || taken.isDestroyed)
    }
  }

  async ask<T>(lent: DbConnection, limitMs: number, statement: Ask<T>): Promise<T> {
    const disarm = armDeadline(limitMs, () => this.#destroySilent(lent, limitMs))
    try {
      return await statement(lent)
    } finally {
      disarm()
    }
  }

  state(): PoolState {
    const { totalCount, idleCount, waitingCount: waiting, options } = this.#pool
    const counted = { unconnected: this.#unconnected, unanswered: this.#unanswered }
    return { limit: options.max, busy: totalCount - idleCount, idle: idleCount, waiting, ...counted }
  }

  async close(): Promise<void> {
    this.#isClosing = true
    const disarm = armDeadline(this.#limits.closeMs, () => {
      for (const one of this.#open) one.destroy(new DeadlinePassed('the pool is closed'))
    })
    await this.#pool.end()
    await Promise.all([...this.#open].map(gone))
    disarm()
  }

  async #take(): Promise<pg.PoolClient & DbConnection> {
    for (let standbys = 0; ; ) {
      const taken = await this.#connect()
      if (taken instanceof ReadOnlyServer) {
        standbys += 1
        // The proxy before the servers may not know the new primary yet. No statement was sent, so a new try does
        // nothing twice.
        if (standbys < maxStandbys) await pause(standbyPauseMs)
        else throw this.#noteOutage(taken)
      } else if (taken.heardAt >= this.#trustedSince) return taken
      else {
        taken.destroy(new DeadlinePassed('another connection of the pool has gone silent'))
        taken.release(true)
      }
    }
  }

  async #connect(): Promise<(pg.PoolClient & DbConnection) | ReadOnlyServer> {
    try {
      return (await this.#pool.connect()) as pg.PoolClient & DbConnection
    } catch (error) {
      this.#unconnected += 1
      if (error instanceof ReadOnlyServer) return error
      throw this.#noteOutage(explainConnect(error as Error))
    }
  }

  // A pool that is being closed cuts off connections itself: that is no outage.
  #noteOutage<T>(error: T): T {
    if (!this.#isClosing && !isOwnFault(error)) this.#outage.failed(error)
    return error
  }

  #destroySilent(silent: DbConnection, limitMs: number): DeadlinePassed {
    const reason = new DeadlinePassed(`the database did not answer in ${limitMs} ms`)
    this.#trustedSince = Math.max(this.#trustedSince, performance.now() - limitMs)
    silent.destroy(reason)
    this.#unanswered += 1
    return reason
  }
}

function gone(connection: DbConnection): Promise<void> {
  return new Promise((resolve) => connection.once('end', resolve))
}

/**
 * The server refuses writes: a standby, whose reads are out of date, too. `25006` is PostgreSQL's code for a write
 * there (docs/contract/operation.md#failover).
 */
class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer'
  readonly code = '25006'

  constructor() {
    super('it only reads, as a standby does: the address must lead to the primary')
  }
}

// The server's last error before it closes the connection: it stops, or a transaction was idle for too long. Also
// that it only reads, which comes so late only behind a pooler that hides it.
function isLastWord(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(08|57P|25P03|25006)/.test(error.code ?? '')
}

// An idle transaction is a bug of ours and must be visible.
function isOwnFault(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P03'
}

// The pool's errors for these two have no code.
function explainConnect(error: Error): Error {
  if (
    /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/.test(error.message)
  ) {
    return new DeadlinePassed('no connection to the database in time', { cause: error })
  }
  return error
}

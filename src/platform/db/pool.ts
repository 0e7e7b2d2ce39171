import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { armDeadline, DeadlinePassed } from '../base/deadline.ts'
import { DbConnection, type Plans, type Rights, sessionOptions } from './connection.ts'
import type { DbLimits } from './limits.ts'
import { Outage, type OutageListener } from './outage.ts'
import { decoderFor } from './values.ts'

/** What asks the database something. */
export type Ask<T> = (connection: DbConnection) => Promise<T>

/** Connections that are lent, none of them for longer than it answers. */
export interface Pool {
  /**
   * Lends a connection to the work. Fails with a DeadlinePassed when there is none in time, or when the work is not done within
   * the limit (milliseconds): then the connection is destroyed and its place free at once.
   */
  lend<T>(limitMs: number, work: Ask<T>): Promise<T>
  /** Runs one statement on a lent connection; the same happens when its answer does not come in time. */
  ask<T>(connection: DbConnection, limitMs: number, statement: Ask<T>): Promise<T>
  state(): PoolState
  /** Lets what is under way go on for a moment, then cuts it off. Nothing is left open. */
  close(): Promise<void>
}

/** How a pool stands at this moment, and what went wrong in it so far. */
export interface PoolState {
  readonly limit: number
  readonly busy: number
  readonly idle: number
  /** Who waits for a connection. */
  readonly waiting: number
  /** How often none could be made, or was free in time. */
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

/** A call is led to a standby so often, with a pause in between, before it fails. */
const maxStandbys = 5
const standbyPauseMs = 200

/** Opens a pool of connections. Nothing is connected before the first one is lent. */
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
  // Connections that have answered since are trusted; the others went the way of one that has gone silent.
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
    // A server that stops may be quicker than our own good-bye.
    this.#pool.on('error', (error) => this.#isClosing || this.#outage.idleFailed(error))
    // A connection that is cut off while somebody uses it fails their statement; as an event nobody hears it would end the process.
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
        // Whoever leads to the primary may not know yet that it has changed. Nothing was asked, so asking anew does nothing twice.
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

  // A pool that is closed cuts off what does not end.
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
 * The server takes no writes: a standby, whose reads are of the past, too. `25006` is what PostgreSQL answers to a write there
 * (docs/contract/operation.md#failover).
 */
class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer'
  readonly code = '25006'

  constructor() {
    super('it only reads, as a standby does: the address must lead to the primary')
  }
}

// What the server says before it closes the connection: that it stops, or that it has waited for too long. And that it only reads, which
// is learned so late only behind a pooler that keeps it to itself.
function isLastWord(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(08|57P|25P03|25006)/.test(error.code ?? '')
}

// Who waits within a transaction for something else is to be found out.
function isOwnFault(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P03'
}

// The pool has no code for these two.
function explainConnect(error: Error): Error {
  if (
    /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/.test(error.message)
  ) {
    return new DeadlinePassed('no connection to the database in time', { cause: error })
  }
  return error
}

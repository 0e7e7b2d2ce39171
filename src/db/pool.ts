import pg from 'pg'
import { armDeadline, DeadlinePassed } from '../base/deadline.ts'
import { DbConnection, sessionOptions } from './connection.ts'
import type { DbLimits } from './limits.ts'
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
  /** Lets what is under way go on for a moment, then cuts it off. Nothing is left open. */
  close(): Promise<void>
}

interface PoolOptions {
  readonly connection: pg.PoolConfig
  readonly connections: number
  readonly limits: DbLimits
  readonly onIdleError: (error: Error) => void
}

/** Opens a pool of connections. Nothing is connected before the first one is lent. */
export function openPool(options: PoolOptions): Pool {
  return new LendingPool(options)
}

class LendingPool implements Pool {
  readonly #pool: pg.Pool
  readonly #open = new Set<DbConnection>()
  readonly #limits: DbLimits
  #isClosing = false
  // Connections that have answered since are trusted; the others went the way of one that has gone silent.
  #trustedSince = 0

  constructor({ connection, connections, limits, onIdleError }: PoolOptions) {
    const open = this.#open
    class PooledConnection extends DbConnection {
      constructor(config?: pg.ClientConfig) {
        super(config)
        open.add(this)
        this.once('end', () => open.delete(this))
      }
    }
    this.#limits = limits
    this.#pool = new pg.Pool({
      ...connection,
      Client: PooledConnection,
      max: connections,
      idleTimeoutMillis: 20_000,
      connectionTimeoutMillis: limits.connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      options: sessionOptions(limits),
      types: { getTypeParser: decoderFor },
    })
    // A server that stops may be quicker than our own good-bye.
    this.#pool.on('error', (error) => this.#isClosing || onIdleError(error))
    // A connection that is cut off while somebody uses it fails their statement; as an event nobody hears it would end the process.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  async lend<T>(limitMs: number, work: Ask<T>): Promise<T> {
    const taken = await this.#take()
    let isFailed = false
    const late = Promise.withResolvers<never>()
    const disarm = armDeadline(limitMs, () => late.reject(this.#destroySilent(taken, limitMs)))
    try {
      const answer = await Promise.race([work(taken), late.promise])
      taken.heardAt = performance.now()
      return answer
    } catch (error) {
      isFailed = isLastWord(error)
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
    for (;;) {
      const taken = (await this.#pool.connect().catch(explainConnect)) as pg.PoolClient & DbConnection
      if (taken.heardAt >= this.#trustedSince) return taken
      taken.destroy(new DeadlinePassed('another connection of the pool has gone silent'))
      taken.release(true)
    }
  }

  #destroySilent(silent: DbConnection, limitMs: number): DeadlinePassed {
    const reason = new DeadlinePassed(`the database did not answer in ${limitMs} ms`)
    this.#trustedSince = Math.max(this.#trustedSince, performance.now() - limitMs)
    silent.destroy(reason)
    return reason
  }
}

function gone(connection: DbConnection): Promise<void> {
  return new Promise((resolve) => connection.once('end', resolve))
}

// What the server says before it closes the connection: that it stops, or that it has waited for too long.
function isLastWord(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(08|57P|25P03)/.test(error.code ?? '')
}

// The pool has no code for these two.
function explainConnect(error: Error): never {
  if (
    /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/.test(error.message)
  ) {
    throw new DeadlinePassed('no connection to the database in time', { cause: error })
  }
  throw error
}

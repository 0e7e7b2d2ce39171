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

export interface PoolOptions {
  readonly connection: pg.PoolConfig
  readonly connections: number
  readonly limits: DbLimits
  readonly onIdleError: (error: Error) => void
}

/** Opens a pool of connections. Nothing is connected before the first one is lent. */
export function openPool({ connection, connections, limits, onIdleError }: PoolOptions): Pool {
  const open = new Set<DbConnection>()
  class PooledConnection extends DbConnection {
    constructor(config?: pg.ClientConfig) {
      super(config)
      open.add(this)
      this.once('end', () => open.delete(this))
    }
  }
  const pool = new pg.Pool({
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
  let isClosing = false
  // Connections that have answered since are trusted; the others went the way of one that has gone silent.
  let trustedSince = 0
  // A server that stops may be quicker than our own good-bye.
  pool.on('error', (error) => isClosing || onIdleError(error))
  // A connection that is cut off while somebody uses it fails their statement; as an event nobody hears it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))

  function destroySilent(silent: DbConnection, limitMs: number): DeadlinePassed {
    const reason = new DeadlinePassed(`the database did not answer in ${limitMs} ms`)
    trustedSince = Math.max(trustedSince, performance.now() - limitMs)
    silent.destroy(reason)
    return reason
  }

  async function take(): Promise<pg.PoolClient & DbConnection> {
    for (;;) {
      const taken = (await pool.connect().catch(explainConnect)) as pg.PoolClient & DbConnection
      if (taken.heardAt >= trustedSince) return taken
      taken.destroy(new DeadlinePassed('another connection of the pool has gone silent'))
      taken.release(true)
    }
  }

  async function ask<T>(lent: DbConnection, limitMs: number, statement: Ask<T>): Promise<T> {
    const disarm = armDeadline(limitMs, () => destroySilent(lent, limitMs))
    try {
      return await statement(lent)
    } finally {
      disarm()
    }
  }

  return {
    ask,
    async lend(limitMs, work) {
      const taken = await take()
      let isFailed = false
      const late = Promise.withResolvers<never>()
      const disarm = armDeadline(limitMs, () => late.reject(destroySilent(taken, limitMs)))
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
    },
    async close() {
      isClosing = true
      const disarm = armDeadline(limits.closeMs, () => {
        for (const one of open) one.destroy(new DeadlinePassed('the pool is closed'))
      })
      await pool.end()
      await Promise.all([...open].map(gone))
      disarm()
    },
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

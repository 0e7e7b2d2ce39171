import { minute, second } from '../base/times.ts'

/** How long the database may take, in milliseconds. */
export interface DbLimits {
  /** To get a free connection of the pool, or to open one: name, network, TLS and password. */
  readonly connectMs: number
  /** For one statement. The server ends it then, and the connection goes on. */
  readonly statementMs: number
  /** For a lock that somebody else holds, while a connection is kept: no longer than the server's own locks may take on a slow disk. */
  readonly lockMs: number
  /** For such a lock in all, without a connection between the tries. */
  readonly lockRetryMs: number
  /** For a transaction from its begin to its end. */
  readonly transactionMs: number
  /** The server ends a transaction in which nothing has been asked for so long: its locks go with it. */
  readonly idleInTransactionMs: number
  /** An answer that is so much later than the server's own limit will not come: the connection is destroyed. */
  readonly silenceMs: number
  /** At the end, what is under way may go on for so long. */
  readonly closeMs: number
}

/** For what somebody waits for. */
export const serviceLimits: DbLimits = {
  connectMs: 10 * second,
  statementMs: 8 * second,
  lockMs: 200,
  lockRetryMs: 4 * second,
  transactionMs: 20 * second,
  idleInTransactionMs: 10 * second,
  silenceMs: 2 * second,
  closeMs: 2 * second,
}

/** For commands, which look at everything and for which an operator waits. */
export const commandLimits: DbLimits = {
  ...serviceLimits,
  statementMs: 30 * minute,
  lockMs: minute,
  lockRetryMs: 0,
  transactionMs: 60 * minute,
}

/** The transactions that may take longer than others, by name: a `transaction` is given one of these. */
export const longWork = {
  /** One migration, with the wait for another process that is at it. */
  migrationMs: 60 * minute,
  /** Counting all payments anew, with the wait for who is counting. */
  recountMs: 60 * minute,
  /** Sealing a merchant's ledger anew after a sandbox's reset: only who seals for that merchant waits. */
  resealMs: 2 * minute,
  /** Removing one batch of old notifications, with all that belongs to them. It ends before the round in which it is done. */
  retentionMs: 40 * second,
  /** Text that is run outside of a transaction, as `vacuum` has to be. */
  administrationMs: minute,
} as const

/** How a migration comes by its locks, in milliseconds. */
export interface MigrationWaits {
  /** Each wait for one: so long calls may have to wait behind it. */
  readonly lockMs: number
  /** After the first try, and the longest: callers get on meanwhile. */
  readonly firstPauseMs: number
  readonly maxPauseMs: number
  /** All tries of one migration: then it is given up. */
  readonly inAllMs: number
}

/**
 * A wait is longer than the server's `deadlock_timeout`, after which it sends autovacuum away, and shorter than `lockRetryMs`, within which
 * a call that meets the waiting migration still gets through.
 */
export const migrationWaits: MigrationWaits = {
  lockMs: 2 * second,
  firstPauseMs: 2 * second,
  maxPauseMs: 15 * second,
  inAllMs: 10 * minute,
}

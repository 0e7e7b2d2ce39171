import { minute, second } from '../base/times.ts'

/** Time limits of the database, in milliseconds. */
export interface DbLimits {
  /** Getting a free connection of the pool, or opening one: name, network, TLS and password. */
  readonly connectMs: number
  /** One statement. Then the server cancels it, and the connection stays. */
  readonly statementMs: number
  /** One wait for another transaction's lock, which occupies a connection. */
  readonly lockMs: number
  /** All waits for a lock, without a connection between the tries. */
  readonly lockRetryMs: number
  /** A transaction from begin to end. */
  readonly transactionMs: number
  /** An idle transaction. Then the server ends it and releases its locks. */
  readonly idleInTransactionMs: number
  /** How much later than the server's own limit an answer may come. Then the connection is destroyed. */
  readonly silenceMs: number
  /** Running work at the end of the process. */
  readonly closeMs: number
}

/** For the service. */
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

/** For commands, which read everything and for which an operator waits. */
export const commandLimits: DbLimits = {
  ...serviceLimits,
  statementMs: 30 * minute,
  lockMs: minute,
  lockRetryMs: 0,
  transactionMs: 60 * minute,
}

/** Limits of transactions that may take longer, by name. */
export const longWork = {
  /** One migration, with the wait for another process that migrates. */
  migrationMs: 60 * minute,
  /** Counting all payments anew, with the wait for another count. */
  recountMs: 60 * minute,
  /** Sealing a merchant's ledger anew after a sandbox's reset. Only seals of the same merchant wait. */
  resealMs: 2 * minute,
  /** Removing one batch of old notifications with their rows. Shorter than the limit of its round. */
  retentionMs: 40 * second,
  /** A statement outside of a transaction, such as `vacuum`. */
  administrationMs: minute,
} as const

/** A migration's waits for locks, in milliseconds. */
export interface MigrationWaits {
  /** One wait for a lock. Calls may wait behind it for this time. */
  readonly lockMs: number
  /** The first pause between two tries. Calls continue meanwhile. */
  readonly firstPauseMs: number
  readonly maxPauseMs: number
  /** All tries of one migration. Then it is given up. */
  readonly inAllMs: number
}

/**
 * A wait is longer than the server's `deadlock_timeout`, after which the server cancels autovacuum. It is shorter
 * than `lockRetryMs`, so a call that meets the waiting migration still succeeds.
 */
export const migrationWaits: MigrationWaits = {
  lockMs: 2 * second,
  firstPauseMs: 2 * second,
  maxPauseMs: 15 * second,
  inAllMs: 10 * minute,
}

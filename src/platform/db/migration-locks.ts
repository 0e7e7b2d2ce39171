import { setTimeout as pause } from 'node:timers/promises'
import { backoffMs } from '../base/times.ts'
import { bool, int4, text } from './columns.ts'
import type { Db, Tx } from './db.ts'
import { longWork, type MigrationWaits } from './limits.ts'
import { isLockTimeout } from './lock-retries.ts'
import { defineStatement } from './statement.ts'
import { UnusableDatabase } from './unusable.ts'

// Every role may read these three columns of all sessions.
const listHolders = defineStatement(
  'list_lock_holders',
  {},
  { pid: int4, transaction: text, login: text, application: text },
  `select distinct lock.pid, lock.virtualtransaction as transaction, coalesce(usename::text, '') as login,
     coalesce(application_name, '') as application
   from pg_locks as lock
   join pg_class on pg_class.oid = lock.relation
   join pg_stat_activity as activity on activity.pid = lock.pid
   where lock.locktype = 'relation' and lock.granted and lock.pid <> pg_backend_pid()
     and lock.database = (select oid from pg_database where datname = current_database())
     and relnamespace = 'public'::regnamespace
   order by lock.pid`,
)
const mostHolders = 5

const tryMigrationLock = defineStatement(
  'try_migration_lock',
  {},
  { is_locked: bool },
  'select pg_try_advisory_xact_lock(1904, 2) as is_locked',
)
const othersPauseMs = 250

/** The log of a migration that waits. */
export interface MigrationLog {
  warn(details: object, message: string): void
}

/** The parameters of all migrations. */
export interface Migrating {
  readonly owner: Db
  readonly log: MigrationLog
  readonly waits: MigrationWaits
}

/**
 * Changes the schema in one transaction, while no other process migrates. It waits for a lock for a short time only,
 * because all later calls wait behind it. Then it rolls back, and tries again after a longer pause. Throws an
 * UnusableDatabase that names the holder of the lock after too many tries (docs/contract/operation.md#upgrades).
 */
export async function changeSchema(migrating: Migrating, name: string, work: (tx: Tx) => Promise<void>): Promise<void> {
  const { owner, log, waits } = migrating
  const until = performance.now() + waits.inAllMs
  for (let failures = 1; ; failures += 1) {
    const before = await owner.run(listHolders, {})
    try {
      return await migrateAlone(owner, async (tx) => {
        // Citus passes the setting to the other nodes. On a plain server this setting has no effect.
        await tx.runText(`set local citus.propagate_set_commands = 'local'; set local lock_timeout = ${waits.lockMs}`)
        await work(tx)
      })
    } catch (error) {
      if (!isInTheWay(error)) throw error
    }
    const now = new Set((await owner.run(listHolders, {})).map(({ transaction }) => transaction))
    const stayed = before.filter(({ transaction }) => now.has(transaction))
    const holders = stayed.slice(0, mostHolders).map(describe)
    if (performance.now() > until) throw new UnusableDatabase(refusal(name, waits, holders))
    if (failures === 1) log.warn({ migration: name, holders }, 'a migration waits for a lock, and is tried again')
    const longestMs = backoffMs(failures, waits.firstPauseMs, waits.maxPauseMs)
    await pause(longestMs / 2 + (Math.random() * longestMs) / 2)
  }
}

/**
 * Runs the work in a transaction that locks out other migrations. Works behind a transaction pooler, too. It polls
 * for the lock: an index that is built concurrently would wait for a waiting statement.
 */
export async function migrateAlone(owner: Db, work: (tx: Tx) => Promise<void>): Promise<void> {
  const until = performance.now() + longWork.migrationMs
  const once = (): Promise<boolean> =>
    owner.transaction(async (tx) => {
      const [lock] = await tx.run(tryMigrationLock, {})
      if (lock?.is_locked) await work(tx)
      return lock?.is_locked === true
    }, longWork.migrationMs)
  while (!(await once())) {
    if (performance.now() > until) throw new UnusableDatabase('Another process has been migrating for an hour')
    await pause(othersPauseMs)
  }
}

// A deadlock: the server cancels one of two transactions that wait for each other.
function isInTheWay(error: unknown): boolean {
  return isLockTimeout(error) || (error instanceof Error && 'code' in error && error.code === '40P01')
}

function describe({ pid, login, application }: { pid: number; login: string; application: string }): string {
  return `pid ${pid} (${[login, application].filter((one) => one !== '').join(', ')})`
}

function refusal(name: string, { inAllMs }: MigrationWaits, holders: readonly string[]): string {
  const who = holders.length === 0 ? 'others hold it, each for a moment' : `in the way: ${holders.join(', ')}`
  return `The migration ${name} got no lock in ${Math.round(inAllMs / 1_000)} s (${who}): end these transactions, and start again`
}

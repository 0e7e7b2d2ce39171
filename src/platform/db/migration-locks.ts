import { setTimeout as pause } from 'node:timers/promises'
import { backoffMs } from '../base/times.ts'
import { bool, int4, text } from './columns.ts'
import type { Db, Tx } from './db.ts'
import { longWork, type MigrationWaits } from './limits.ts'
import { isLockTimeout } from './lock-retries.ts'
import { defineStatement } from './statement.ts'
import { UnusableDatabase } from './unusable.ts'

// Everybody may see these three of everybody.
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

/** Hears that a migration has to wait. */
export interface MigrationLog {
  warn(details: object, message: string): void
}

/** On whose behalf something is migrated. */
export interface Migrating {
  readonly owner: Db
  readonly log: MigrationLog
  readonly waits: MigrationWaits
}

/**
 * Does work that changes the schema in one transaction, while nobody else migrates. It waits for a lock that somebody holds for an
 * instant only, since whoever comes after it waits behind it; then all of it is undone, and done again after a longer while. Refuses,
 * with an UnusableDatabase that names who is in the way, when that has gone on for too long (docs/contract/operation.md#upgrades).
 */
export async function changeSchema(migrating: Migrating, name: string, work: (tx: Tx) => Promise<void>): Promise<void> {
  const { owner, log, waits } = migrating
  const until = performance.now() + waits.inAllMs
  for (let failures = 1; ; failures += 1) {
    const before = await owner.run(listHolders, {})
    try {
      return await migrateAlone(owner, async (tx) => {
        // Where Citus is, the other nodes are told of it, too; anywhere else it is the name of nothing.
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
 * Does the work in a transaction until whose end nobody else migrates. It works behind a transaction pooler, too. Whoever waits asks again
 * and again: a statement that waits would be waited for by an index that is made beside everybody's writing.
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

// The server gives one of two up who wait for each other.
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

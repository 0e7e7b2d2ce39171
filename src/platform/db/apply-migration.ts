import type { Tx } from './db.ts'
import { longWork } from './limits.ts'
import type { Migration } from './migration-files.ts'
import { changeSchema, type Migrating, migrateAlone } from './migration-locks.ts'
import { listApplied, saveApplied } from './migration-records.ts'

/**
 * Applies a migration, unless another process has applied it meanwhile, and stores that in the same transaction. The
 * service goes on meanwhile. If the migration fails, nothing of it stays. Throws an UnusableDatabase if it gets no
 * lock.
 */
export async function applyMigration(migrating: Migrating, migration: Migration): Promise<void> {
  if (migration.isOutside) return applyOutside(migrating, migration)
  await changeSchema(migrating, migration.name, async (tx) => {
    if (await isApplied(tx, migration)) return
    for (const statement of migration.statements) await tx.runText(statement)
    await saveApplied(tx, migration)
  })
}

// An index that is built concurrently waits for transactions, but no transaction waits for it. It cannot be built in
// a transaction. A half-built index of an earlier try is removed first.
async function applyOutside({ owner, log, waits }: Migrating, migration: Migration): Promise<void> {
  const [statement = ''] = migration.statements
  const index = /^create index concurrently (\w+)/.exec(statement)?.[1]
  if (index === undefined) throw new Error(`${migration.name} makes no index`)
  await migrateAlone(owner, async (tx) => {
    if (await isApplied(tx, migration)) return
    // Releases the snapshot of the statement before, for which the index would wait.
    await tx.runText('set local idle_in_transaction_session_timeout = 0')
    const details = { migration: migration.name }
    const warning = setTimeout(
      () => log.warn(details, 'an index is made, or waits for older transactions'),
      waits.lockMs,
    )
    try {
      await owner.runText(`drop index concurrently if exists ${index}`, longWork.migrationMs)
      await owner.runText(statement, longWork.migrationMs)
    } finally {
      clearTimeout(warning)
    }
    await saveApplied(tx, migration)
  })
}

async function isApplied(tx: Tx, { name }: Migration): Promise<boolean> {
  const { required, additions } = await listApplied(tx)
  return required.includes(name) || additions.includes(name)
}

import type { Tx } from './db.ts'
import { longWork } from './limits.ts'
import type { Migration } from './migration-files.ts'
import { changeSchema, type Migrating, migrateAlone } from './migration-locks.ts'
import { listApplied, saveApplied } from './migration-records.ts'

/**
 * Applies a migration that nobody else has applied meanwhile, and writes it down with it. While it works, others go on working on the
 * database; where it fails, nothing of it is there. Refuses, with an UnusableDatabase, when it gets no lock.
 */
export async function applyMigration(migrating: Migrating, migration: Migration): Promise<void> {
  if (migration.isOutside) return applyOutside(migrating, migration)
  await changeSchema(migrating, migration.name, async (tx) => {
    if (await isApplied(tx, migration)) return
    for (const statement of migration.statements) await tx.runText(statement)
    await saveApplied(tx, migration)
  })
}

// An index that is made beside everybody's writing waits for transactions, and nobody behind it; it cannot be made in a transaction. One that
// a try before this one has left half made is removed first.
async function applyOutside({ owner, log, waits }: Migrating, migration: Migration): Promise<void> {
  const [statement = ''] = migration.statements
  const index = /^create index concurrently (\w+)/.exec(statement)?.[1]
  if (index === undefined) throw new Error(`${migration.name} makes no index`)
  await migrateAlone(owner, async (tx) => {
    if (await isApplied(tx, migration)) return
    // After what was asked by its name, this lets go of that one's snapshot, too, for which the index would wait.
    await tx.runText('set local idle_in_transaction_session_timeout = 0')
    const details = { migration: migration.name }
    const told = setTimeout(() => log.warn(details, 'an index is made, or waits for older transactions'), waits.lockMs)
    try {
      await owner.runText(`drop index concurrently if exists ${index}`, longWork.migrationMs)
      await owner.runText(statement, longWork.migrationMs)
    } finally {
      clearTimeout(told)
    }
    await saveApplied(tx, migration)
  })
}

async function isApplied(tx: Tx, { name }: Migration): Promise<boolean> {
  const { required, additions } = await listApplied(tx)
  return required.includes(name) || additions.includes(name)
}

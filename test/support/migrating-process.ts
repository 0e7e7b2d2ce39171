import { openDb } from '../../src/platform/db/db.ts'
import { migrateDb } from '../../src/platform/db/migrate.ts'

// A process that migrates a database. Tests kill it.
const owner = openDb({ connection: { connectionString: process.env['DATABASE_URL'] }, connections: 2, rights: 'owner' })
await migrateDb(owner)
await owner.close()

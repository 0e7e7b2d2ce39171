import type { Config } from '../../../platform/app/config.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { readCommandConfig } from '../with-app.ts'
import { refuse } from './contents.ts'

/** The settings of a service with the embedded database. Refuses others: what has its own tools is not copied by us. */
export function readEmbeddedConfig(): Config {
  const config = readCommandConfig()
  if (config.databaseUrl === undefined) return config
  return refuse(
    'DATABASE_URL is set, and backup and restore are for the embedded database: use the tools of your PostgreSQL (docs/operations.md#backup-and-restore)',
  )
}

/** What goes wrong with a disk, in one line; whatever else it is stays what it is. */
export function explainDisk(error: unknown, doing: string): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error
  const what = error.code === 'ENOSPC' ? 'no space is left on the disk' : error.message
  return new Refusal('bad_data', `${doing}: ${what}`)
}

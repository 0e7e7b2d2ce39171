import { statfsSync } from 'node:fs'
import type { Config } from '../../../platform/app/config.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { readCommandConfig } from '../with-app.ts'
import { refuse } from './contents.ts'

/**
 * Returns the settings of a service with the embedded database. Refuses an external one, which has its own backup
 * tools.
 */
export function readEmbeddedConfig(): Config {
  const config = readCommandConfig()
  if (config.databaseUrl === undefined) return config
  return refuse(
    'DATABASE_URL is set, and backup and restore are for the embedded database: use the tools of your PostgreSQL (docs/operations.md#backup-and-restore)',
  )
}

/** Returns a one-line refusal for a disk error; any other error unchanged. */
export function explainDisk(error: unknown, doing: string): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error
  const what = error.code === 'ENOSPC' ? 'no space is left on the disk' : error.message
  return new Refusal('bad_data', `${doing}: ${what}`)
}

/** Size of a PostgreSQL log file, which is allocated in full. */
const logFileBytes = 16 * 1024 * 1024

/**
 * Refuses if the disk has no room for the copied bytes and the log files. The room that the message names is enough.
 */
export function requireRoom(folder: string, copiedBytes: number, logFiles: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const room = bavail * bsize
  const needed = copiedBytes + logFiles * logFileBytes
  if (room >= needed) return
  const [there, enough] = [formatSize(room, Math.floor), formatSize(needed, Math.ceil)]
  refuse(`There is room for ${there} in ${folder}, and ${enough} are needed`)
}

/** Returns a size such as `5.2 GB`, in decimal units. `round` rounds needed room up and free room down. */
export function formatSize(bytes: number, round: (tenths: number) => number = Math.round): string {
  const [unit, tenth] = bytes < 1e9 ? ['MB', 1e5] : ['GB', 1e8]
  return `${(round(bytes / tenth) / 10).toFixed(1)} ${unit}`
}

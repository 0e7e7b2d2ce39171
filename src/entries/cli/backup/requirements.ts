import { statfsSync } from 'node:fs'
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

/** The server writes its log in files of so many bytes, each of which has them all from the start. */
const logFileBytes = 16 * 1024 * 1024

/** Refuses to write more than there is room for: what is copied, and so many files of the log. What it says is needed is enough. */
export function requireRoom(folder: string, copiedBytes: number, logFiles: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const room = bavail * bsize
  const needed = copiedBytes + logFiles * logFileBytes
  if (room >= needed) return
  const [there, enough] = [formatSize(room, Math.floor), formatSize(needed, Math.ceil)]
  refuse(`There is room for ${there} in ${folder}, and ${enough} are needed`)
}

/** So many bytes in words, as disks are sold: 5.2 GB. What is too little may be rounded up, and what there is down. */
export function formatSize(bytes: number, round: (tenths: number) => number = Math.round): string {
  const [unit, tenth] = bytes < 1e9 ? ['MB', 1e5] : ['GB', 1e8]
  return `${(round(bytes / tenth) / 10).toFixed(1)} ${unit}`
}

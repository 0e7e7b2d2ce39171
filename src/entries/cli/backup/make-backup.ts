import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../platform/adapters/clock.ts'
import type { Config } from '../../../platform/app/config.ts'
import { formatSeconds, second } from '../../../platform/base/times.ts'
import { copyEmbedded, joinEmbedded } from '../../../platform/db/embedded/embedded.ts'
import type { Examination } from '../doctor/report.ts'
import { loadProgressBars, type OpenProgressBar, type ProgressBar } from '../progress-bar.ts'
import { openCommandLog, withOpened } from '../with-app.ts'
import { type BackupManifest, refuse, sealBackup } from './contents.ts'
import { checkAttachments, copyAttachments } from './copy-attachments.ts'
import { examineCopy } from './examine-copy.ts'
import { copyFile } from './files.ts'
import { requireRoom } from './requirements.ts'
import { openUnfinished } from './unfinished-folder.ts'

/** Lower CPU priority, so that examining the copy does not slow down the service. */
const politePriority = 10

/**
 * Log files beyond the copied total: two that are written meanwhile, and one that PostgreSQL begins when the copy is
 * examined. A long copy under load needs more.
 */
const logFiles = 3

export interface Backup {
  readonly about: BackupManifest
  readonly examination: Examination
  /** Sentences about missing or changed attachments. */
  readonly wrong: readonly string[]
  readonly seconds: { readonly copying: number; readonly examining: number; readonly flushing: number }
}

/**
 * Copies the data folder into a new folder. The folder gets its name when everything has been examined and is on disk.
 */
export async function makeBackup(config: Config, target: string): Promise<Backup> {
  const unfinished = await openUnfinished(target, config.dataDir)
  try {
    const openBar = await loadProgressBars()
    const begunAt = systemClock.elapsedMs()
    const created_at = await copyData(config, unfinished.path, openBar)
    const copiedAt = systemClock.elapsedMs()
    setPriority(politePriority)
    const check = config.attachmentsBucket === undefined ? checkAttachments : async () => ({ count: 0, wrong: [] })
    const { examination, answer } = await examineCopy(config, unfinished.path, check)
    const examinedAt = systemClock.elapsedMs()
    const about = await sealBackup(unfinished.path, { created_at, attachments: answer.count }, openBar)
    await unfinished.finish()
    const seconds = {
      copying: (copiedAt - begunAt) / second,
      examining: (examinedAt - copiedAt) / second,
      flushing: (systemClock.elapsedMs() - examinedAt) / second,
    }
    return { about, examination, wrong: answer.wrong, seconds }
  } catch (error) {
    await unfinished.discard()
    throw error
  }
}

/** Returns the time of the copied state. */
function copyData(config: Config, target: string, openBar: OpenProgressBar): Promise<string> {
  const { dataDir, attachmentsBucket, secretsKey } = config
  return withOpened(joinEmbedded(dataDir, openCommandLog(config)), async ({ connection }) => {
    let bar: ProgressBar | undefined
    try {
      const copyFiles = async (): Promise<void> =>
        attachmentsBucket === undefined ? copyAttachments(dataDir, target) : undefined
      // Copies attachments before the database, and new ones after it, so that every file that the copied database
      // names is there even if it was removed meanwhile.
      await copyFiles()
      await copyEmbedded(dataDir, connection, target, {
        onTotal(bytes) {
          requireRoom(target, bytes, logFiles)
          bar = openBar('Copying', bytes)
        },
        onProgress: (bytes) => bar?.tell(bytes),
      })
      const copiedAt = formatSeconds(systemClock.now())
      await copyFiles()
      const key = join(dataDir, 'secrets.key')
      if (existsSync(key)) await copyFile(key, join(target, 'secrets.key'))
      else if (secretsKey === undefined)
        refuse(`There is no ${key}: without it nobody can read the secrets of webhooks`)
      return copiedAt
    } finally {
      bar?.end()
    }
  })
}

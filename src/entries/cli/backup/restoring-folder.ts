import {
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../../platform/base/make-folder.ts'
import { restoreMark } from '../../../platform/db/embedded/cluster.ts'
import { stopEmbedded } from '../../../platform/db/embedded/embedded.ts'
import { syncFolder } from '../../../platform/db/embedded/folders.ts'
import { openGuard } from '../../../platform/db/embedded/open-guard.ts'
import { isAlive } from '../../../platform/db/embedded/postmaster.ts'
import { chooseServerUser, type ServerUser } from '../../../platform/db/embedded/server-user.ts'
import { refuse } from './contents.ts'

/**
 * A folder inside the data folder, in which a restore assembles the data: the data folder may be a mount point. A mark
 * keeps services away until the restore is complete.
 */
export interface RestoringFolder {
  readonly path: string
  /** Returns the owner of a file or folder; undefined: this process's user. */
  ownerOf(path: string): ServerUser | undefined
  /** Moves everything into place and removes the mark; durable when this returns. */
  finish(): Promise<void>
  /** Restores the data folder's earlier state, and removes it if it did not exist. */
  discard(): Promise<void>
}

// Each restore has its own folder, because cleaning up after a killed restore must not remove the next one's.
const prefix = 'restoring-'
const parts = ['postgres', 'attachments', 'secrets.key']

/**
 * Prepares a restore into a data folder that is empty or has only the rest of an earlier, killed restore. Refuses any
 * other folder, and one that another restore is using.
 */
export async function openRestoring(dataDir: string): Promise<RestoringFolder> {
  const uppermost = makeFolder(dataDir)
  await removeLeftovers(dataDir)
  const mark = join(dataDir, restoreMark)
  const path = join(dataDir, `${prefix}${process.pid}`)
  writeFileSync(mark, `${process.pid}\n`, { flag: 'wx', flush: true })
  syncFolder(dataDir)
  mkdirSync(path, { mode: 0o700 })
  const guard = openGuard(path)
  // If root restores into another user's folder, that user owns the files.
  const { uid, gid } = statSync(dataDir)
  const owner = process.getuid?.() === 0 && uid !== 0 ? { uid, gid } : undefined
  const server = owner ?? chooseServerUser(join(path, 'postgres', 'data'))
  if (owner !== undefined) chownSync(path, uid, gid)
  const unmark = (): void => {
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
    rmSync(mark)
    syncFolder(dataDir)
  }
  return {
    path,
    ownerOf: (file) => (file === 'postgres/data' || file.startsWith('postgres/data/') ? server : owner),
    async finish() {
      for (const name of readdirSync(path)) renameSync(join(path, name), join(dataDir, name))
      syncFolder(dataDir)
      unmark()
      await guard.close()
    },
    async discard() {
      unmark()
      if (uppermost !== undefined) removeMadeFolders(dataDir, uppermost)
      await guard.close()
    },
  }
}

// Stops at the first folder that is not empty.
function removeMadeFolders(dataDir: string, uppermost: string): void {
  for (let folder = dataDir; folder.startsWith(uppermost); folder = dirname(folder)) {
    if (readdirSync(folder).length > 0) return
    rmdirSync(folder)
  }
}

async function removeLeftovers(dataDir: string): Promise<void> {
  // The root of a file system has this folder.
  const found = readdirSync(dataDir).filter((name) => name !== 'lost+found')
  if (found.length === 0) return
  const isPart = (name: string): boolean => name.startsWith(prefix) || parts.includes(name)
  const isOurs = found.includes(restoreMark) && found.every((name) => name === restoreMark || isPart(name))
  if (!isOurs) refuse(`${dataDir} is not empty: set DATA_DIR to a new folder, or move away what is there`)
  const mark = join(dataDir, restoreMark)
  const pid = Number(readFileSync(mark, 'utf8'))
  if (pid > 0 && pid !== process.pid && isAlive(pid))
    refuse(`Another restore (pid ${pid}) into ${dataDir} is under way`)
  for (const name of found.filter(isPart)) {
    if (name.startsWith(prefix)) await stopEmbedded(join(dataDir, name))
    rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
  }
  rmSync(mark)
}

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

/** Where a data folder is put together, below itself: it may be a disk of its own. Until it is whole a mark keeps every service away. */
export interface RestoringFolder {
  readonly path: string
  /** Whose a file or folder is to be; undefined: ours. */
  ownerOf(path: string): ServerUser | undefined
  /** The data folder is whole, for good when this is answered. */
  finish(): Promise<void>
  /** The data folder is as it was, and not there where it was not. */
  discard(): Promise<void>
}

// Each restore has its own: what tidies up after a killed one must not take the next one's.
const prefix = 'restoring-'
const parts = ['postgres', 'attachments', 'secrets.key']

/**
 * Begins in a data folder that is empty, or that holds nothing but what an earlier restore has left unfinished. Refuses every other, and one that
 * somebody is restoring.
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
  // Root may restore for somebody, whose data folder it is then.
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

// As far as nobody has put anything there since.
function removeMadeFolders(dataDir: string, uppermost: string): void {
  for (let folder = dataDir; folder.startsWith(uppermost); folder = dirname(folder)) {
    if (readdirSync(folder).length > 0) return
    rmdirSync(folder)
  }
}

async function removeLeftovers(dataDir: string): Promise<void> {
  // A disk of its own comes with a folder of the file system's.
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

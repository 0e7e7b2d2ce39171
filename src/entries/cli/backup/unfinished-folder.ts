import { readdirSync, realpathSync, rmdirSync, statSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { makeFolder } from '../../../platform/base/make-folder.ts'
import { stopEmbedded } from '../../../platform/db/embedded/embedded.ts'
import { syncFolder } from '../../../platform/db/embedded/folders.ts'
import { openGuard } from '../../../platform/db/embedded/open-guard.ts'
import { isAlive } from '../../../platform/db/embedded/postmaster.ts'
import { refuse } from './contents.ts'

/**
 * A folder that gets its final name when it is complete. If this process dies earlier, the guard removes it and stops a
 * server that runs in it.
 */
interface UnfinishedFolder {
  readonly path: string
  /** Gives the folder its final name; durable when this returns. */
  finish(): Promise<void>
  discard(): Promise<void>
}

/**
 * Opens a temporary folder beside the target, and removes leftovers of earlier backups. Refuses a target that exists
 * with content, that another backup is making, that is a mount point, or that lies within the data folder.
 */
export async function openUnfinished(target: string, dataDir: string): Promise<UnfinishedFolder> {
  const parent = dirname(target)
  makeFolder(parent)
  const place = relative(realpathSync(dataDir), join(realpathSync(parent), basename(target)))
  if (place === '' || !place.startsWith('..')) refuse(`${target} lies in the data folder: name one elsewhere`)
  const found = statSync(target, { throwIfNoEntry: false })
  if (found !== undefined) {
    if (!found.isDirectory() || readdirSync(target).length > 0) refuse(`${target} is there already: name a new folder`)
    if (found.dev !== statSync(parent).dev) refuse(`${target} is a disk of its own: name a new folder on it`)
  }
  await removeLeftovers(target)
  const path = `${target}.partial-${process.pid}`
  await mkdir(path, { mode: 0o700 })
  const guard = openGuard(path)
  return {
    path,
    async finish() {
      if (found !== undefined) rmdirSync(target)
      await rename(path, target)
      syncFolder(parent)
      await guard.close()
    },
    async discard() {
      await rm(path, { recursive: true, force: true, maxRetries: 5 })
      await guard.close()
    },
  }
}

async function removeLeftovers(target: string): Promise<void> {
  for (const name of readdirSync(dirname(target))) {
    if (!name.startsWith(`${basename(target)}.partial-`)) continue
    const pid = Number(/-(\d+)$/.exec(name)?.[1])
    if (pid !== process.pid && isAlive(pid)) refuse(`Another backup (pid ${pid}) is making ${target}`)
    const path = join(dirname(target), name)
    await stopEmbedded(path)
    await rm(path, { recursive: true, force: true })
  }
}

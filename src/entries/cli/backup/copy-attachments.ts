import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listKeptFiles } from '../../../money/disputes/attachments/list-kept-files.ts'
import type { App } from '../../../platform/app/app.ts'
import { makeFolder } from '../../../platform/base/make-folder.ts'
import { copyFile, sumFile } from './files.ts'

const folderName = 'attachments'

/** Copies what the other data folder does not have yet. What goes meanwhile was removed, and is not missed here. */
export async function copyAttachments(dataDir: string, target: string): Promise<void> {
  makeFolder(join(target, folderName), 0o700)
  const copied = new Set(await readdir(join(target, folderName)))
  for (const name of await listFiles(dataDir)) {
    if (copied.has(name)) continue
    await copyFile(join(dataDir, folderName, name), join(target, folderName, name)).catch((error) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}

/** What a copy has of the files that its database names. */
interface AttachmentCheck {
  readonly count: number
  /** Sentences about those that are not there as they were uploaded. */
  readonly wrong: readonly string[]
}

/**
 * Holds the files of a copy against its database, and removes those that it does not name: they came after it, or went before. An upload
 * that nobody refers to may be one that failed.
 */
export async function checkAttachments(app: App): Promise<AttachmentCheck> {
  const { dataDir } = app.config
  const unnamed = new Set(await listFiles(dataDir))
  const wrong: string[] = []
  let count = 0
  for await (const files of listKeptFiles(app)) {
    for (const { merchantId, id, name, sha256, isUsed } of files) {
      const isThere = unnamed.delete(name)
      if (!isThere && !isUsed) continue
      count += 1
      const sum = isThere ? await sumFile(join(dataDir, folderName, name)) : undefined
      if (sum?.sha256 === sha256) continue
      const what = isThere ? 'is not the one that was uploaded' : 'is missing'
      wrong.push(`Attachment ${id} of merchant ${merchantId}: its file ${name} ${what}`)
    }
  }
  for (const name of unnamed) await rm(join(dataDir, folderName, name))
  return { count, wrong }
}

/** Where uploads come in lies beside what is kept. The service makes the folder when it serves for the first time. */
async function listFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, folderName), { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listStoredFiles } from '../../../money/disputes/attachments/attachments.ts'
import type { App } from '../../../platform/app/app.ts'
import { makeFolder } from '../../../platform/base/make-folder.ts'
import { copyFile, sumFile } from './files.ts'

const folderName = 'attachments'

/**
 * Copies attachments that the target does not have yet. A file that disappears meanwhile was removed, which is no
 * error.
 */
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

/** The attachments of a copy, compared with its database. */
interface AttachmentCheck {
  readonly count: number
  /** Sentences about missing or changed attachments. */
  readonly wrong: readonly string[]
}

/**
 * Compares the files of a copy with its database, and removes files that the database does not name: they came later or
 * were removed earlier. A missing file of an unused upload is no problem, because the upload may have failed.
 */
export async function checkAttachments(app: App): Promise<AttachmentCheck> {
  const { dataDir } = app.config
  const unnamed = new Set(await listFiles(dataDir))
  const wrong: string[] = []
  let count = 0
  for await (const files of listStoredFiles(app)) {
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

/** Lists attachments without the folder of incoming uploads. The service makes the folder at its first start. */
async function listFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, folderName), { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

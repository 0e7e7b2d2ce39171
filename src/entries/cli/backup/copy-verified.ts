import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '../../../platform/db/embedded/folders.ts'
import type { OpenProgressBar } from '../progress-bar.ts'
import { workAtOnce } from './at-once.ts'
import { type Contents, damaged, refuse } from './contents.ts'
import { copyFile } from './copy-file.ts'
import type { RestoringFolder } from './restoring-folder.ts'

/** Copies a backup, all on disk when this is answered. Refuses, naming it, the first file that is not what was written. */
export async function copyVerified(
  source: string,
  { about, sums }: Contents,
  target: RestoringFolder,
  openBar: OpenProgressBar,
): Promise<void> {
  const bar = openBar('Copying', about.bytes)
  try {
    for (const folder of about.folders) {
      mkdirSync(join(target.path, folder), { mode: 0o700 })
      const owner = target.ownerOf(folder)
      if (owner !== undefined) chownSync(join(target.path, folder), owner.uid, owner.gid)
    }
    let bytes = 0
    await workAtOnce([...sums], async ([path, sha256]) => {
      const sum = await copyFile(join(source, path), join(target.path, path), target.ownerOf(path)).catch((error) =>
        error.code === 'ENOENT' ? refuse(damaged(source, path)) : Promise.reject(error),
      )
      if (sum.sha256 !== sha256) refuse(damaged(source, path))
      bytes += sum.bytes
      bar.tell(bytes)
    })
    for (const folder of ['', ...about.folders]) syncFolder(join(target.path, folder))
  } finally {
    bar.end()
  }
}

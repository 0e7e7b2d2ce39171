import { chownSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../../../platform/app/config.ts'
import { second } from '../../../platform/base/times.ts'
import { syncFolder } from '../../../platform/db/embedded/folders.ts'
import { serverMajor } from '../../../platform/db/embedded/programs.ts'
import { listKnownMigrations } from '../../../platform/db/migration-files.ts'
import { countWrong, type Examination, examinationJson, printExamination } from '../doctor/report.ts'
import { jsonOption, type PrintOptions, printJson, printLine } from '../output.ts'
import { loadProgressBars, type OpenProgressBar } from '../progress-bar.ts'
import { type BackupManifest, type Contents, damaged, readContents, refuse } from './contents.ts'
import { examineCopy } from './examine-copy.ts'
import { copyFile, workAtOnce } from './files.ts'
import { explainDisk, formatSize, readEmbeddedConfig, requireRoom } from './requirements.ts'
import { openRestoring, type RestoringFolder } from './restoring-folder.ts'

/**
 * `qist restore`: restores a backup into an empty DATA_DIR, and runs the doctor on it. Refuses a damaged backup, with
 * the name of the file, and a backup of a newer version. Exits 1 if the doctor finds a problem
 * (docs/contract/running.md#backup-and-restore).
 */
export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('put a backup into DATA_DIR, which must be empty, and examine it')
    .argument('<folder>', 'what qist backup has made')
    .option(...jsonOption)
    .action(restore)
}

async function restore(folder: string, { json }: PrintOptions): Promise<void> {
  const startedAt = performance.now()
  const config = readEmbeddedConfig()
  const source = resolve(folder)
  const { about, examination } = await restoreAll(config, source).catch((error) => {
    throw explainDisk(error, `${source} cannot be restored into ${config.dataDir}`)
  })
  const seconds = (performance.now() - startedAt) / second
  const { folders: _, ...facts } = about
  if (json) printJson({ data_dir: config.dataDir, ...facts, seconds, doctor: examinationJson(examination) })
  else {
    printExamination(examination)
    const what = `${formatSize(about.bytes)} in ${about.files} files`
    printLine(`${config.dataDir} is as it was at ${about.created_at}: ${what}, ${seconds.toFixed(1)} s.`)
  }
  process.exitCode = countWrong(examination) === 0 ? 0 : 1
}

async function restoreAll(
  config: Config,
  source: string,
): Promise<{ readonly about: BackupManifest; readonly examination: Examination }> {
  const { dataDir } = config
  const contents = await readContents(source)
  const { about } = contents
  checkVersions(source, about)
  const restoring = await openRestoring(dataDir)
  try {
    // The backup contains its log. PostgreSQL may begin one more file when the copy is examined.
    requireRoom(dataDir, about.bytes, 1)
    await copyVerified(source, contents, restoring, await loadProgressBars())
    const { examination } = await examineCopy(config, restoring.path, async () => undefined)
    await restoring.finish()
    return { about, examination }
  } catch (error) {
    await restoring.discard()
    throw error
  }
}

function checkVersions(source: string, { qist, migration, postgres }: BackupManifest): void {
  if (!listKnownMigrations().includes(migration)) {
    refuse(`${source} was made by a newer Qist (${qist}, with migration ${migration}): restore it with that one`)
  }
  const own = serverMajor()
  if (postgres !== own) {
    refuse(
      `${source} has files of PostgreSQL ${postgres}, and this Qist (${own}) cannot start on them: restore it with the version that made it`,
    )
  }
}

/** Copies a backup to disk. Refuses at the first file that differs from its checksum, with its name. */
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

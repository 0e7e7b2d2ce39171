import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../../../platform/app/config.ts'
import { second } from '../../../platform/base/times.ts'
import { serverMajor } from '../../../platform/db/embedded/programs.ts'
import { listKnownMigrations } from '../../../platform/db/migration-files.ts'
import { countWrong, type Examination, examinationJson, printExamination } from '../doctor/report.ts'
import { jsonOption, type PrintOptions, printJson, printLine } from '../print.ts'
import { loadProgressBars } from '../progress-bar.ts'
import { type About, readContents, refuse } from './contents.ts'
import { copyVerified } from './copy-verified.ts'
import { examineCopy } from './examine-copy.ts'
import { formatSize } from './format-size.ts'
import { openRestoring } from './restoring-folder.ts'
import { explainDisk, readEmbeddedConfig } from './settings.ts'
import { requireRoom } from './unfinished-folder.ts'

/**
 * `qist restore`: puts a backup into DATA_DIR, which must be empty, and has the doctor examine it. Refuses a backup that is not what was written,
 * naming the file, and one of a newer version. Exits 1 where something does not agree (docs/contract/running.md#backup-and-restore).
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
): Promise<{ readonly about: About; readonly examination: Examination }> {
  const { dataDir } = config
  const contents = await readContents(source)
  const { about } = contents
  checkVersions(source, about)
  const restoring = await openRestoring(dataDir)
  try {
    // The backup has its log. The server may begin another file when the copy is examined.
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

function checkVersions(source: string, { qist, migration, postgres }: About): void {
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

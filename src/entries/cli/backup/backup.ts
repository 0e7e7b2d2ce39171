import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../../../platform/app/config.ts'
import { requireDatabase } from '../../../platform/db/embedded/cluster.ts'
import { countWrong, examinationJson, printExamination } from '../doctor/report.ts'
import { jsonOption, type PrintOptions, printJson, printLine } from '../output.ts'
import { type Backup, makeBackup } from './make-backup.ts'
import { explainDisk, formatSize, readEmbeddedConfig } from './requirements.ts'

/**
 * `qist backup`: copies the embedded database, as of one moment and while it serves, with the key and the attachments.
 * The folder gets its name when everything is on disk and the doctor has examined the copy. Exits 1 if the doctor finds
 * a problem (docs/contract/running.md#backup-and-restore).
 */
export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description('copy the embedded database while it serves, with the key and attachments, and examine the copy')
    .argument('<folder>', 'a new folder, outside of DATA_DIR')
    .option(...jsonOption)
    .action(backUp)
}

async function backUp(folder: string, { json }: PrintOptions): Promise<void> {
  const config = readEmbeddedConfig()
  requireDatabase(config.dataDir)
  const target = resolve(folder)
  const backup = await makeBackup(config, target).catch((error) => {
    throw explainDisk(error, `${target} cannot be made`)
  })
  const { about, examination, wrong, seconds } = backup
  const { folders: _, ...facts } = about
  if (json) {
    printJson({ folder: target, ...facts, seconds, wrong_attachments: wrong, doctor: examinationJson(examination) })
  } else print(config, target, backup)
  process.exitCode = countWrong(examination) + wrong.length === 0 ? 0 : 1
}

function print(config: Config, target: string, { about, examination, wrong, seconds }: Backup): void {
  for (const sentence of wrong) printLine(sentence)
  printExamination(examination)
  if (config.secretsKey !== undefined) printLine('SECRETS_KEY is not in it: keep it elsewhere.')
  if (config.attachmentsBucket !== undefined) printLine('The attachments are in their bucket, and not in it.')
  const what = `${formatSize(about.bytes)} in ${about.files} files, ${about.attachments} of them attachments`
  const { copying, examining, flushing } = seconds
  const took = [copying, examining, flushing].map((each) => each.toFixed(1))
  printLine(`${target} is a whole backup of ${about.created_at}: ${what}.`)
  printLine(`Copying took ${took[0]} s, examining the copy ${took[1]} s, flushing it ${took[2]} s.`)
}

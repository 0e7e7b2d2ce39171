import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLog } from '../../src/platform/adapters/log.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { findPostmasters, killAll } from '../../testkit/process-table.ts'

/** Runs commands on an embedded database of their own, in a temporary folder. */
export interface CommandsAlone {
  readonly dataDir: string
  /**
   * A processor's report with unknown rows, so long that its output exceeds a pipe's buffer. The command must wait for
   * the reader.
   */
  readonly report: string
  start(args: readonly string[], stdout?: 'pipe' | number): ChildProcess
  /** Stops the remaining processes and removes the folder. */
  close(): void
}

export async function openCommandsAlone(): Promise<CommandsAlone> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'qist-commands-')))
  const [dataDir, report] = [join(folder, 'data'), join(folder, 'report.csv')]
  const { close } = await openDatabase({ databaseUrl: undefined, dataDir }, openLog('silent'))
  await close()
  const rows = Array.from({ length: 10_000 }, (_, row) => `unknown-${row},charge,1.00,AED,2026-03-02T00:00:00Z`)
  writeFileSync(report, ['id,type,amount,currency,at', ...rows, ''].join('\n'))
  const started: ChildProcess[] = []
  return {
    dataDir,
    report,
    start(args, stdout = 'pipe') {
      const command = spawn(process.execPath, ['bin/qist.js', ...args], {
        cwd: join(import.meta.dirname, '../..'),
        env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
        stdio: ['ignore', stdout, 'pipe'],
      })
      started.push(command)
      return command
    },
    close() {
      for (const command of started) command.kill('SIGKILL')
      killAll(findPostmasters(folder), 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

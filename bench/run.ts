import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openProcesses } from '../proof/processes.ts'
import { openLog } from '../src/adapters/log.ts'
import { type Embedded, openEmbedded } from '../src/db/embedded/open-embedded.ts'
import type { RunningProcess } from '../testkit/processes.ts'

/** A run of the bench. What it has open works below its folder, and none of it outlives the run. */
export interface Run {
  readonly folder: string
  /** Starts the service as a process of its own. Whoever does stops it, unless the run is cut short. */
  startService(env: NodeJS.ProcessEnv): RunningProcess
  /** Opens the embedded database of a data folder. Whoever does closes it, unless the run is cut short. */
  openDatabase(dataDir: string): Promise<Embedded>
  /** Ends what is left, and the process. */
  end(isWell: boolean): Promise<never>
}

/** Opens the only run of this process; a signal ends it in good order, a second one at once. */
export function openRun(): Run {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'qist-bench-')))
  const processes = openProcesses(folder)
  const services: RunningProcess[] = []
  const databases: Embedded[] = []
  let ending: Promise<void> | undefined
  let isCutShort = false
  const endAll = async (): Promise<void> => {
    processes.shut()
    for (const service of services) service.kill('SIGTERM')
    const ended = Promise.all(services.map((service) => service.waitForEnd()))
    await Promise.race([ended, wait(10_000, undefined, { ref: false })])
    // Before what is left is killed: a database that is killed while this process has it open comes back.
    for (const database of databases) await database.close().catch(() => undefined)
    await processes.end()
  }
  const end = async (isWell: boolean): Promise<never> => {
    ending ??= endAll()
    await ending
    return process.exit(isWell && !isCutShort ? 0 : 1)
  }
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'uncaughtException', 'unhandledRejection']) {
    process.on(event, (reason: unknown) => {
      if (isCutShort) process.exit(1)
      isCutShort = true
      process.stderr.write(`cut short: ${reason instanceof Error ? reason.stack : reason}\n`)
      void end(false)
    })
  }
  process.on('exit', () => {
    processes.kill()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return {
    folder,
    startService(env) {
      const service = processes.startService(env)
      services.push(service)
      return service
    },
    async openDatabase(dataDir) {
      const database = await openEmbedded({ dataDir, log: openLog('warn') })
      databases.push(database)
      return database
    },
    end,
  }
}

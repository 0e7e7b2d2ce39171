import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openLog } from '../src/platform/adapters/log.ts'
import { type Embedded, openEmbedded } from '../src/platform/db/embedded/open-embedded.ts'
import { canSeeProcesses, findByFolder, findPostmasters, killAll } from './process-table.ts'
import { type RunningProcess, startProcess } from './processes.ts'
import { stopService } from './service.ts'

const root = join(import.meta.dirname, '..')

/** A run of the proof or of the bench. What it has open works below its folder, and none of it outlives the run. */
export interface Run {
  readonly folder: string
  /** Whether it was told to end before it was done. */
  readonly isCutShort: boolean
  /** Starts the service, or another version's in its folder, as a process of its own; refuses once the run is being ended. Whoever does stops it. */
  startService(env: NodeJS.ProcessEnv, folder?: string): RunningProcess
  /** Opens the embedded database of a data folder. Whoever does closes it. */
  openDatabase(dataDir: string): Promise<Embedded>
  /** Calls it at the end, whichever way the run ends; perhaps more than once, and without waiting for anything. */
  atEnd(end: () => void): void
  /** Ends what is left, and the process. */
  end(isWell: boolean): Promise<never>
}

/** Opens the only run of this process; a signal ends it in good order, a second one at once. */
export function openRun(name: string): Run {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `qist-${name}-`)))
  const running = new Set<RunningProcess>()
  const databases: Embedded[] = []
  const others: (() => void)[] = []
  let ending: Promise<void> | undefined
  let isCutShort = false
  const endAll = async (): Promise<void> => {
    await Promise.allSettled([...running].map(stopService))
    // Before what is left is killed: a database that is killed while this process has it open comes back.
    for (const database of databases) await database.close().catch(() => undefined)
    for (const endOther of others) endOther()
    // A service that ended while it started its database has left that behind.
    killAll(serversBelow(folder), 'SIGQUIT')
    for (let tries = 0; tries < 100 && serversBelow(folder).length > 0; tries += 1) await wait(50)
  }
  const end = async (isWell: boolean): Promise<never> => {
    ending ??= endAll()
    await ending
    return process.exit(isWell && !isCutShort ? 0 : 1)
  }
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'uncaughtException', 'unhandledRejection']) {
    process.on(event, (reason: unknown) => {
      // Whoever asks twice does not want to wait until everything has ended in good order; what fails meanwhile is no surprise.
      if (isCutShort && event.startsWith('SIG')) process.exit(1)
      if (isCutShort) return
      isCutShort = true
      process.stderr.write(`cut short: ${reason instanceof Error ? reason.stack : reason}\n`)
      void end(false)
    })
  }
  // Nobody may be listening any more; what was started is ended all the same.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.on('exit', () => {
    for (const service of running) service.kill('SIGKILL')
    for (const endOther of others) endOther()
    killAll(serversBelow(folder), 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return {
    folder,
    get isCutShort() {
      return isCutShort
    },
    startService(env, cwd = root) {
      if (ending !== undefined) throw new Error('the run is being ended')
      const started = startProcess('bin/serve.js', [], { cwd, env })
      running.add(started)
      const forget = (): void => void running.delete(started)
      // Whoever starts it hears that it could not be started.
      started.waitForEnd().then(forget, forget)
      return started
    },
    async openDatabase(dataDir) {
      const database = await openEmbedded({ dataDir, log: openLog('warn') })
      databases.push(database)
      return database
    },
    atEnd: (endOther) => void others.push(endOther),
    end,
  }
}

// A server works in its data folder, which shows it even before it has written down its number.
function serversBelow(folder: string): number[] {
  return canSeeProcesses ? findByFolder(folder) : findPostmasters(folder)
}

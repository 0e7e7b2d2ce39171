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

/** A run of the proof or of the bench. Its processes work below its folder, and none outlives the run. */
export interface Run {
  readonly folder: string
  /** Whether a signal ended the run early. */
  readonly isCutShort: boolean
  /**
   * Starts the service, or another version in its folder, as its own process. Throws once the run is ending. The caller
   * stops the service.
   */
  startService(env: NodeJS.ProcessEnv, folder?: string): RunningProcess
  /**
   * Opens the embedded database of a data folder. The caller closes it. `buffersMb`: the size of the server's cache, if
   * not the usual one.
   */
  openDatabase(dataDir: string, buffersMb?: number): Promise<Embedded>
  /** Calls `end` at every end of the run: perhaps more than once, and without awaiting it. */
  atEnd(end: () => void): void
  /** Ends the remaining processes, and this process. */
  end(isWell: boolean): Promise<never>
}

/** Opens the only run of this process. The first signal ends it in good order, a second one at once. */
export function openRun(name: string): Run {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `qist-${name}-`)))
  const running = new Set<RunningProcess>()
  const databases: Embedded[] = []
  const others: (() => void)[] = []
  const endOthers = (): void => {
    for (const endOther of others) {
      try {
        endOther()
      } catch (error) {
        // The rest must end all the same.
        process.stderr.write(`an end failed: ${error}\n`)
      }
    }
  }
  let ending: Promise<void> | undefined
  let isCutShort = false
  const endAll = async (): Promise<void> => {
    await Promise.allSettled([...running].map(stopService))
    // Databases close before the remaining processes are killed: this process would restart a database that is killed
    // while it is open.
    for (const database of databases) await database.close().catch(() => undefined)
    endOthers()
    // A service that ended while it started its database has left the server behind.
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
      // A second signal asks to skip the good order; errors meanwhile are expected.
      if (isCutShort && event.startsWith('SIG')) process.exit(1)
      if (isCutShort) return
      isCutShort = true
      process.stderr.write(`cut short: ${reason instanceof Error ? reason.stack : reason}\n`)
      void end(false)
    })
  }
  // Standard output may be closed by now; the remaining processes are ended all the same.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.on('exit', () => {
    for (const service of running) service.kill('SIGKILL')
    endOthers()
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
      // A failed start is reported to the caller.
      started.waitForEnd().then(forget, forget)
      return started
    },
    async openDatabase(dataDir, buffersMb) {
      const database = await openEmbedded({ dataDir, log: openLog('warn'), buffersMb })
      databases.push(database)
      return database
    },
    atEnd: (endOther) => void others.push(endOther),
    end,
  }
}

// A server works in its data folder. The folder finds it even before it has stored its process id.
function serversBelow(folder: string): number[] {
  return canSeeProcesses ? findByFolder(folder) : findPostmasters(folder)
}

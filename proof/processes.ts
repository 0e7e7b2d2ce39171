import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type RunningProcess, startProcess } from '../testkit/processes.ts'

const root = join(import.meta.dirname, '..')

/** The processes that the proof has started and the database servers that these have left behind: none may outlive it. */
export interface Processes {
  /** Starts the service; refuses once all are being ended. */
  startService(env: NodeJS.ProcessEnv): RunningProcess
  /** From now on none is started. */
  shut(): void
  /** Ends all that are left, in good order where they obey. */
  end(): Promise<void>
  /** Ends all that are left, at once. */
  kill(): void
}

/** All that the processes have of their own lies below the folder. */
export function openProcesses(folder: string): Processes {
  const running = new Set<RunningProcess>()
  let isShut = false
  return {
    startService(env) {
      if (isShut) throw new Error('the proof is being ended')
      const started = startProcess('bin/serve.js', [], { cwd: root, env })
      running.add(started)
      void started.waitForEnd().then(() => running.delete(started))
      return started
    },
    shut() {
      isShut = true
    },
    async end() {
      const ended = [...running].map((process) => {
        process.kill('SIGCONT')
        process.kill('SIGTERM')
        return process.waitForEnd()
      })
      await Promise.race([Promise.all(ended), wait(15_000, undefined, { ref: false })])
      for (const process of running) process.kill('SIGKILL')
      await Promise.all(ended)
      // A service that ended while it started its database has left that behind.
      killAll(postmastersBelow(folder), 'SIGQUIT')
      for (let tries = 0; tries < 100 && postmastersBelow(folder).length > 0; tries += 1) await wait(50)
    },
    kill() {
      killAll(
        [...running].map(({ pid }) => pid).filter((pid) => pid > 0),
        'SIGKILL',
      )
      killAll(postmastersBelow(folder), 'SIGQUIT')
    },
  }
}

/** Sends all of them the signal, as close together as can be. */
export function killAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended by itself.
    }
  }
}

/** The database server of a data folder, where it runs. */
export function findPostmaster(dataDir: string): number | undefined {
  const files = join(dataDir, 'postgres', 'data')
  const pidFile = join(files, 'postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  // What a killed server has noted down may be the number of somebody else's process by now.
  const isIts = canSeeFolders ? folderOf(pid) === realpathSync(files) : isAlive(pid)
  return pid > 1 && isIts ? pid : undefined
}

/** Every process with its parent. */
export function parentPids(): Map<number, number> {
  if (!existsSync('/proc/self/stat')) {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
    return new Map(lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]))
  }
  const parents = new Map<number, number>()
  for (const pid of allPids()) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      parents.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It has ended since.
    }
  }
  return parents
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const canSeeFolders = existsSync('/proc/self/cwd')

/** The folder in which a process works. */
function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

// A server works in its data folder, which shows it even before it has written down its number.
function postmastersBelow(folder: string): number[] {
  if (canSeeFolders) return allPids().filter((pid) => folderOf(pid)?.startsWith(`${folder}/`) === true)
  const pidFiles = globSync('**/postgres/data/postmaster.pid', { cwd: folder })
  return pidFiles.map((file) => findPostmaster(join(folder, file, '..', '..', '..'))).filter((pid) => pid !== undefined)
}

function allPids(): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
}

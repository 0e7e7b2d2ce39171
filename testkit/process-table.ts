import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** Whether the system shows the folder and the environment of a process. */
export const canSeeProcesses = existsSync('/proc/self/cwd')

/** Sends the signal to all processes, as close together as possible. */
export function killAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended already.
    }
  }
}

/** Whether a process runs. A zombie does not run: the first process of a container may never collect it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return statOf(pid)?.state !== 'Z'
}

/** Sends the signal and blocks until the process has ended. Kills it after `patienceMs` milliseconds. */
export function endAndWait(pid: number, signal: NodeJS.Signals, patienceMs = 30_000): void {
  killAll([pid], signal)
  const until = performance.now() + patienceMs
  while (isAlive(pid) && performance.now() < until) execFileSync('sleep', ['0.05'])
  if (isAlive(pid)) killAll([pid], 'SIGKILL')
}

/** Returns every process with its parent. */
export function parentPids(): Map<number, number> {
  if (!canSeeProcesses) {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
    return new Map(lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]))
  }
  const parents = new Map<number, number>()
  for (const pid of allPids()) {
    const stat = statOf(pid)
    if (stat !== undefined) parents.set(pid, stat.parent)
  }
  return parents
}

/** Returns these processes and their descendants. */
export function withChildren(pids: readonly number[]): number[] {
  return [...pids, ...[...parentPids()].flatMap(([pid, parent]) => (pids.includes(parent) ? pid : []))]
}

/** Returns the processes whose environment contains this text; empty if the system does not show environments. */
export function findByEnvironment(text: string): number[] {
  if (!canSeeProcesses) return []
  return allPids().filter((pid) => readProcFile(pid, 'environ')?.includes(text) === true)
}

/** Returns the processes that work below a folder; empty if the system does not show folders. */
export function findByFolder(folder: string): number[] {
  if (!canSeeProcesses) return []
  return allPids().filter((pid) => folderOf(pid)?.startsWith(`${folder}/`) === true)
}

/** Returns the running database server of a data folder. */
export function findPostmaster(dataDir: string): number | undefined {
  const files = join(dataDir, 'postgres', 'data')
  const pidFile = join(files, 'postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  // The number in a killed server's file may belong to another process by now.
  const isIts = canSeeProcesses ? folderOf(pid) === realpathSync(files) : isAlive(pid)
  return pid > 1 && isIts ? pid : undefined
}

/** Returns the database servers of all data folders below this one. */
export function findPostmasters(folder: string): number[] {
  const pidFiles = globSync('**/postgres/data/postmaster.pid', { cwd: folder })
  return pidFiles.map((file) => findPostmaster(join(folder, file, '..', '..', '..'))).filter((pid) => pid !== undefined)
}

/** Returns a process's current or peak memory in bytes; undefined if the system does not show it. */
export function memoryOf(pid: number, line: 'VmRSS' | 'VmHWM' = 'VmRSS'): number | undefined {
  const kilobytes = new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(readProcFile(pid, 'status') ?? '')?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024
}

function allPids(): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
}

// The program's name comes before and may contain any character.
function statOf(pid: number): { readonly state: string; readonly parent: number } | undefined {
  const stat = readProcFile(pid, 'stat')
  if (stat === undefined) return undefined
  const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state, parent: Number(parent) }
}

function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** Undefined if the process has ended since, or belongs to another user. */
function readProcFile(pid: number, file: 'stat' | 'status' | 'environ'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return undefined
  }
}

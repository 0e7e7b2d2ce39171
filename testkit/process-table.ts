import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** Whether the system shows in which folder a process works, and what it was given. */
export const canSeeProcesses = existsSync('/proc/self/cwd')

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

/** Whether it runs; one that has ended does not, even if nobody has asked yet how it did, as the first process of a container may never do. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return statOf(pid)?.state !== 'Z'
}

/** Sends it the signal and stands still until it has ended; kills it where it does not obey for so long, in milliseconds. */
export function endAndWait(pid: number, signal: NodeJS.Signals, patienceMs = 30_000): void {
  killAll([pid], signal)
  const until = performance.now() + patienceMs
  while (isAlive(pid) && performance.now() < until) execFileSync('sleep', ['0.05'])
  if (isAlive(pid)) killAll([pid], 'SIGKILL')
}

/** Every process with its parent. */
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

/** These processes and those that they have started themselves. */
export function withChildren(pids: readonly number[]): number[] {
  return [...pids, ...[...parentPids()].flatMap(([pid, parent]) => (pids.includes(parent) ? pid : []))]
}

/** The processes whose environment holds this text; none where that cannot be seen. */
export function findByEnvironment(text: string): number[] {
  if (!canSeeProcesses) return []
  return allPids().filter((pid) => lookAt(pid, 'environ')?.includes(text) === true)
}

/** The processes that work below a folder; none where that cannot be seen. */
export function findByFolder(folder: string): number[] {
  if (!canSeeProcesses) return []
  return allPids().filter((pid) => folderOf(pid)?.startsWith(`${folder}/`) === true)
}

/** The database server of a data folder, where it runs. */
export function findPostmaster(dataDir: string): number | undefined {
  const files = join(dataDir, 'postgres', 'data')
  const pidFile = join(files, 'postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  // What a killed server has noted down may be the number of somebody else's process by now.
  const isIts = canSeeProcesses ? folderOf(pid) === realpathSync(files) : isAlive(pid)
  return pid > 1 && isIts ? pid : undefined
}

/** The database servers of all data folders below this one. */
export function findPostmasters(folder: string): number[] {
  const pidFiles = globSync('**/postgres/data/postmaster.pid', { cwd: folder })
  return pidFiles.map((file) => findPostmaster(join(folder, file, '..', '..', '..'))).filter((pid) => pid !== undefined)
}

/** What a process holds in memory now, or has held at most, in bytes; undefined where that cannot be seen. */
export function memoryOf(pid: number, line: 'VmRSS' | 'VmHWM' = 'VmRSS'): number | undefined {
  const kilobytes = new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(lookAt(pid, 'status') ?? '')?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024
}

function allPids(): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
}

// After the program's name, which may hold anything.
function statOf(pid: number): { readonly state: string; readonly parent: number } | undefined {
  const stat = lookAt(pid, 'stat')
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

/** Undefined when it has ended since, or is somebody else's. */
function lookAt(pid: number, file: 'stat' | 'status' | 'environ'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return undefined
  }
}

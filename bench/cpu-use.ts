import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * Returns the processor seconds so far of a process and its children, ended ones included. `apart`: children that are
 * measured by themselves.
 */
export function cpuSeconds(pid: number, apart: readonly number[] = []): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(name) ?? [])
  const own = all.filter((one) => one.pid === pid || (one.parent === pid && !apart.includes(one.pid)))
  return own.reduce((sum, one) => sum + one.ticks, 0) / ticksPerSecond()
}

let known: number | undefined

function ticksPerSecond(): number {
  known ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return known
}

interface Stat {
  readonly pid: number
  readonly parent: number
  readonly ticks: number
}

function statOf(pid: string): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before may contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { pid: Number(pid), parent: Number(fields[1]), ticks }
  } catch {
    return undefined
  }
}

/** Process ids by name. */
export type Watched = Readonly<Record<string, number>>

/** Runs the work. Returns the average number of cores of each process meanwhile. */
export async function watchCpu<T>(watched: Watched, work: () => Promise<T>) {
  const use = (): Record<string, number> =>
    Object.fromEntries(Object.entries(watched).map(([name, pid]) => [name, cpuSeconds(pid, Object.values(watched))]))
  const before = use()
  const startedAt = performance.now()
  const answer = await work()
  const seconds = (performance.now() - startedAt) / 1_000
  const after = use()
  const cores = Object.fromEntries(
    Object.keys(watched).map((name) => [name, ((after[name] ?? 0) - (before[name] ?? 0)) / seconds]),
  )
  return { answer, cores }
}

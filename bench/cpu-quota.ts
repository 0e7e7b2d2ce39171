import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const periodUs = 100_000
const root = '/sys/fs/cgroup'

/** Holds processes, with those that they start, to a share of one processor. */
export interface CpuQuota {
  release(): void
}

/** Why it cannot be done on this machine, in one line. */
export class NoQuota extends Error {}

/** Holds this process and its children to so much of one core. Throws NoQuota where the machine does not let it. */
export function holdToQuota(name: string, pid: number, cores: number): CpuQuota {
  const isNew = existsSync(join(root, 'cgroup.controllers'))
  const folder = join(isNew ? root : join(root, 'cpu'), `qist-${process.pid}-${name}`)
  const quotaUs = Math.round(periodUs * cores)
  const release = (): void => {
    const rest = readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n')
    for (const one of rest) if (one !== '') moveTo(join(folder, '..'), one)
    rmdirSync(folder)
  }
  try {
    if (isNew) writeFileSync(join(root, 'cgroup.subtree_control'), '+cpu')
    mkdirSync(folder)
    if (isNew) writeFileSync(join(folder, 'cpu.max'), `${quotaUs} ${periodUs}`)
    else {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodUs))
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quotaUs))
    }
    for (const one of [pid, ...childrenOf(pid)]) moveTo(folder, String(one))
  } catch (error) {
    throw new NoQuota(
      `no server can be held to a part of a core here: ${error instanceof Error ? error.message : error}`,
    )
  }
  return { release }
}

function moveTo(folder: string, pid: string): void {
  try {
    writeFileSync(join(folder, 'cgroup.procs'), pid)
  } catch (error) {
    // It has ended by itself.
    if (existsSync(`/proc/${pid}`)) throw error
  }
}

function childrenOf(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return all.filter((name) => parentOf(name) === pid).map(Number)
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const periodUs = 100_000
const root = '/sys/fs/cgroup'

/** Limits processes and their children to a share of one core. */
export interface CpuQuota {
  release(): void
}

/** The reason, in one line, why this machine cannot limit processes. */
export class NoQuota extends Error {}

/** Limits this process and its children to a share of one core. Throws NoQuota if the machine does not allow it. */
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
    // The process has ended already.
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

import { readFileSync, writeFileSync } from 'node:fs'
import type { RunningProcess } from '../testkit/processes.ts'
import type { Run } from './run.ts'

export interface BenchService {
  readonly baseUrl: string
  /** From the start of the process to the first answered request, in milliseconds. */
  readonly startMs: number
  /** What the Node process holds in memory now, in MB. */
  residentMb(): number
  /** From now on looks at what the Node process holds in memory; what this answers tells the most it has held since, in MB. */
  watchPeakMb(): () => number
  /** Ends it in good order; fails when it ends in any other way, or has. */
  stop(): Promise<void>
}

/** Starts the service as a process of its own, on free ports, and waits for its first answer. */
export async function startService(run: Pick<Run, 'startService'>, env: NodeJS.ProcessEnv): Promise<BenchService> {
  const startedAt = performance.now()
  const service = run.startService({ ...process.env, PORT: '0', KSA_PORT: '0', LOG_LEVEL: 'warn', ...env })
  const line = await service.waitForLine(/^ {2}UAE/)
  await service.waitForLine(/^ {2}KSA/)
  const baseUrl = /API (\S+)/.exec(line)?.[1] ?? ''
  const health = await fetch(`${baseUrl}/health`)
  if (health.status !== 200) throw new Error(`the service is not well: ${health.status}`)
  const startMs = performance.now() - startedAt
  return {
    baseUrl,
    startMs,
    residentMb: () => residentMb(service.pid),
    watchPeakMb() {
      // Forgets the peak until now, which is that of the start.
      writeFileSync(`/proc/${service.pid}/clear_refs`, '5')
      return () => memoryMb(service.pid, 'VmHWM')
    },
    stop: () => stop(service),
  }
}

async function stop(service: RunningProcess): Promise<void> {
  service.kill('SIGTERM')
  const code = await service.waitForEnd()
  if (code !== 0) throw new Error(`the service ended with ${code}:\n${service.lines.join('\n')}`)
}

/** What a process holds in memory now, in MB. */
export function residentMb(pid: number | undefined): number {
  return memoryMb(pid, 'VmRSS')
}

function memoryMb(pid: number | undefined, line: 'VmRSS' | 'VmHWM'): number {
  return Number(new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

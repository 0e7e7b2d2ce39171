import { writeFileSync } from 'node:fs'
import { memoryOf } from '../testkit/process-table.ts'
import type { Run } from '../testkit/run.ts'
import { stopService, waitUntilServing } from '../testkit/service.ts'

export interface BenchService {
  readonly baseUrl: string
  /** From the start of the process to the first answered request, in milliseconds. */
  readonly startMs: number
  readonly pid: number
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
  const { uae: baseUrl } = await waitUntilServing(service)
  const startMs = performance.now() - startedAt
  return {
    baseUrl,
    startMs,
    pid: service.pid,
    residentMb: () => residentMb(service.pid),
    watchPeakMb() {
      // Forgets the peak until now, which is that of the start.
      writeFileSync(`/proc/${service.pid}/clear_refs`, '5')
      return () => residentMb(service.pid, 'VmHWM')
    },
    async stop() {
      const end = await stopService(service)
      if (end !== 0) throw new Error(`the service ended with ${end}:\n${service.lines.join('\n')}`)
    },
  }
}

/** What a process holds in memory now, or has held at most, in MB. */
export function residentMb(pid: number | undefined, line?: 'VmRSS' | 'VmHWM'): number {
  return (memoryOf(pid ?? 0, line) ?? Number.NaN) / 1_048_576
}

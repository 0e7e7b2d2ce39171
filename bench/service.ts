import { writeFileSync } from 'node:fs'
import { memoryOf } from '../testkit/process-table.ts'
import type { Run } from '../testkit/run.ts'
import { stopService, waitUntilServing } from '../testkit/service.ts'

export interface BenchService {
  readonly baseUrl: string
  /** From the start of the process to the first answer, in milliseconds. */
  readonly startMs: number
  readonly pid: number
  /** Returns the current memory of the Node process, in MB. */
  residentMb(): number
  /** Begins to watch the memory of the Node process. The returned function returns the peak since then, in MB. */
  watchPeakMb(): () => number
  /** Stops it in good order. Throws if it ends in another way, or has ended. */
  stop(): Promise<void>
}

/** Starts the service as its own process on free ports, and waits for its first answer. */
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
      // Resets the peak, which would otherwise be that of the start.
      writeFileSync(`/proc/${service.pid}/clear_refs`, '5')
      return () => residentMb(service.pid, 'VmHWM')
    },
    async stop() {
      const end = await stopService(service)
      if (end !== 0) throw new Error(`the service ended with ${end}:\n${service.lines.join('\n')}`)
    },
  }
}

/** Returns a process's current or peak memory, in MB. */
export function residentMb(pid: number | undefined, line?: 'VmRSS' | 'VmHWM'): number {
  return (memoryOf(pid ?? 0, line) ?? Number.NaN) / 1_048_576
}

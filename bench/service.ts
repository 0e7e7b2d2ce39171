import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

export interface BenchService {
  readonly baseUrl: string
  /** From the start of the process to the first answered request, in milliseconds. */
  readonly startMs: number
  /** What the Node process holds in memory now, in MB. */
  residentMb(): number
  stop(): Promise<void>
}

/** Starts the service as a process of its own, on free ports, and waits for its first answer. */
export async function startService(env: NodeJS.ProcessEnv): Promise<BenchService> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['bin/serve.js'], {
    env: { ...process.env, PORT: '0', KSA_PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const baseUrl = await readAddress(child)
  const health = await fetch(`${baseUrl}/health`)
  if (health.status !== 200) throw new Error(`the service is not well: ${health.status}`)
  const startMs = performance.now() - startedAt
  return {
    baseUrl,
    startMs,
    residentMb: () => residentMb(child.pid),
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** What a process holds in memory now, in MB. */
export function residentMb(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

async function readAddress(child: ChildProcess): Promise<string> {
  let printed = ''
  for await (const chunk of child.stdout ?? []) {
    printed += chunk
    const found = /UAE\s+API (\S+)/.exec(printed)?.[1]
    if (found !== undefined && printed.includes('KSA')) {
      child.stdout?.resume()
      return found
    }
  }
  throw new Error(`the service did not start: ${printed}`)
}

import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { RunningProcess } from '../test/support/processes.ts'
import type { Context } from './context.ts'
import { within } from './patience.ts'

/** A service as a process of its own, which comes back on the same ports however often it is killed. */
export interface Service {
  readonly urls: { readonly uae: string; readonly ksa: string }
  readonly pid: number
  /** All that it has printed, by every one of its lives. */
  printed(): readonly string[]
  kill(signal: NodeJS.Signals): void
  /** Its exit code, or the signal that ended it. */
  waitForEnd(): Promise<number | NodeJS.Signals>
  /** Starts it again; answers how many milliseconds passed until it answered, and fails when it never does. */
  restart(): Promise<number>
  /** Ends it in good order. */
  stop(): Promise<void>
}

export async function startService(context: Context, env: NodeJS.ProcessEnv): Promise<Service> {
  let printed: string[] = []
  let current = await start(context, { PORT: '0', KSA_PORT: '0', ...env })
  const { urls } = current
  const ports = { PORT: new URL(urls.uae).port, KSA_PORT: new URL(urls.ksa).port }
  const service: Service = {
    urls,
    get pid() {
      return current.process.pid
    },
    printed: () => [...printed, ...current.process.lines],
    kill: (signal) => current.process.kill(signal),
    waitForEnd: () => current.process.waitForEnd(),
    async restart() {
      printed = [...printed, ...current.process.lines]
      const startedAt = performance.now()
      current = await start(context, { ...env, ...ports })
      return performance.now() - startedAt
    },
    async stop() {
      current.process.kill('SIGCONT')
      current.process.kill('SIGTERM')
      await Promise.race([current.process.waitForEnd(), wait(15_000, undefined, { ref: false })])
      current.process.kill('SIGKILL')
    },
  }
  context.onEnd(() => service.stop())
  return service
}

interface Started {
  readonly process: RunningProcess
  readonly urls: Service['urls']
}

async function start({ breakage, processes }: Context, env: NodeJS.ProcessEnv): Promise<Started> {
  const hook = pathToFileURL(join(import.meta.dirname, 'break.ts')).href
  const options = `${env['NODE_OPTIONS'] ?? ''} --import=${hook}`
  const broken = breakage === undefined ? {} : { NODE_OPTIONS: options, PROOF_BREAK: breakage.name }
  const started = processes.startService({ ...process.env, LOG_LEVEL: 'warn', ...env, ...broken })
  return within('the service answers after a start', waitUntilServing(started))
}

async function waitUntilServing(started: RunningProcess): Promise<Started> {
  const uae = addressIn(await started.waitForLine(/^ {2}UAE/))
  const ksa = addressIn(await started.waitForLine(/^ {2}KSA/))
  const health = await fetch(`${uae}/health`)
  await health.arrayBuffer()
  if (health.status !== 200) throw new Error(`the service is not well: ${health.status}`)
  return { process: started, urls: { uae, ksa } }
}

function addressIn(line: string): string {
  return /API (\S+)/.exec(line)?.[1] ?? ''
}

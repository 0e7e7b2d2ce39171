import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { RunningProcess } from '../testkit/processes.ts'
import { within } from '../testkit/timeouts.ts'
import type { Context } from './context.ts'

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

/** What makes Node load the proof's hooks before the service: those that the environment asks for, and what takes a guard out. */
export function hooksFor({ breakage }: Context, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const hooks = [
    ...(breakage === undefined ? [] : ['break.ts']),
    ...(env['PROOF_STEPS'] ? ['count-steps.ts'] : []),
    ...(env['PROOF_CARDS_BOOK'] ? ['scripted-processor.ts'] : []),
  ]
  if (hooks.length === 0) return {}
  const imports = hooks.map((hook) => `--import=${pathToFileURL(join(import.meta.dirname, hook)).href}`)
  return { NODE_OPTIONS: imports.join(' '), ...(breakage !== undefined && { PROOF_BREAK: breakage.name }) }
}

interface Started {
  readonly process: RunningProcess
  readonly urls: Service['urls']
}

async function start(context: Context, env: NodeJS.ProcessEnv): Promise<Started> {
  const given = { ...process.env, LOG_LEVEL: 'warn', ...env, ...hooksFor(context, env) }
  const started = context.processes.startService(given)
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

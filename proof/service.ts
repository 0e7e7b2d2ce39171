import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RunningProcess } from '../testkit/processes.ts'
import { type ServiceUrls, stopService, waitUntilServing } from '../testkit/service.ts'
import { within } from '../testkit/timeouts.ts'
import type { Context } from './context.ts'

/** A service as a process of its own, which comes back on the same ports however often it is killed. */
export interface Service {
  readonly urls: ServiceUrls
  readonly pid: number
  /** All that it has printed, by every one of its lives. */
  printed(): readonly string[]
  kill(signal: NodeJS.Signals): void
  /** Its exit code, or the signal that ended it. */
  waitForEnd(): Promise<number | NodeJS.Signals>
  /** Starts it again; answers how many milliseconds passed until it answered, and fails when it never does. */
  restart(): Promise<number>
  /** Ends it in good order. */
  stop(): Promise<unknown>
}

/** How else it is started. */
interface StartOptions {
  /** Where it is to answer; any free ports unless said. */
  readonly ports?: { readonly PORT: string; readonly KSA_PORT: string }
  /** Another version's: the proof's hooks are not for it. */
  readonly folder?: string
}

export async function startService(
  context: Context,
  env: NodeJS.ProcessEnv,
  { ports: wanted = { PORT: '0', KSA_PORT: '0' }, folder }: StartOptions = {},
): Promise<Service> {
  let printed: string[] = []
  let current: RunningProcess
  const start = async (more: NodeJS.ProcessEnv): Promise<ServiceUrls> => {
    const given = { LOG_LEVEL: 'warn', ...env, ...more }
    const hooks = folder === undefined ? hooksFor(context, given) : {}
    current = context.startService({ ...process.env, ...given, ...hooks }, folder)
    return within('the service answers after a start', waitUntilServing(current))
  }
  const urls = await start(wanted)
  const ports = { PORT: new URL(urls.uae).port, KSA_PORT: new URL(urls.ksa).port }
  return {
    urls,
    get pid() {
      return current.pid
    },
    printed: () => [...printed, ...current.lines],
    kill: (signal) => current.kill(signal),
    waitForEnd: () => current.waitForEnd(),
    async restart() {
      printed = [...printed, ...current.lines]
      const startedAt = performance.now()
      await start(ports)
      return performance.now() - startedAt
    },
    stop: () => stopService(current),
  }
}

/** What makes Node load the proof's hooks before the service: those that the environment asks for, and what takes a guard out. */
export function hooksFor({ breakage }: Context, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const hooks = [
    ...(breakage === undefined ? [] : ['break.ts']),
    ...(env['PROOF_STEPS'] ? ['count-steps.ts'] : []),
    ...(env['PROOF_GARBAGE'] ? ['collect-garbage.ts'] : []),
    ...(env['PROOF_CARDS_BOOK'] ? ['scripted-processor.ts'] : []),
    ...(env['PROOF_MIGRATIONS'] ? ['later-migrations.ts'] : []),
  ]
  if (hooks.length === 0) return {}
  const imports = hooks.map((hook) => `--import=${pathToFileURL(join(import.meta.dirname, hook)).href}`)
  return { NODE_OPTIONS: imports.join(' '), ...(breakage !== undefined && { PROOF_BREAK: breakage.name }) }
}

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RunningProcess } from '../testkit/processes.ts'
import { type ServiceUrls, stopService, waitUntilServing } from '../testkit/service.ts'
import { within } from '../testkit/timeouts.ts'
import type { Context } from './context.ts'

/** A service as its own process. It uses the same ports after each restart. */
export interface Service {
  readonly urls: ServiceUrls
  readonly pid: number
  /** Returns all lines that it has printed, before and after restarts. */
  printed(): readonly string[]
  kill(signal: NodeJS.Signals): void
  /** Returns its exit code, or the signal that ended it. */
  waitForEnd(): Promise<number | NodeJS.Signals>
  /** Starts it again. Returns the milliseconds until its first answer; throws if none comes. */
  restart(): Promise<number>
  /** Stops it in good order. */
  stop(): Promise<unknown>
}

/** Options of the start. */
interface StartOptions {
  /** The ports of the service, by default free ones. */
  readonly ports?: { readonly PORT: string; readonly KSA_PORT: string }
  /** The folder of another version; the proof's hooks do not apply to it. */
  readonly folder?: string
}

export async function startService(
  context: Context,
  env: NodeJS.ProcessEnv,
  { ports: startPorts = { PORT: '0', KSA_PORT: '0' }, folder }: StartOptions = {},
): Promise<Service> {
  let printed: string[] = []
  let current: RunningProcess
  const start = async (more: NodeJS.ProcessEnv): Promise<ServiceUrls> => {
    const given = { LOG_LEVEL: 'warn', ...env, ...more }
    const hooks = folder === undefined ? hooksFor(context, given) : {}
    current = context.startService({ ...process.env, ...given, ...hooks }, folder)
    return within('the service answers after a start', waitUntilServing(current))
  }
  const urls = await start(startPorts)
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

/**
 * Returns the variables that make Node load the proof's hooks before the service: those that `env` names, and the
 * removal of a guard.
 */
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

import { type Log, openLog } from '../../platform/adapters/log.ts'
import type { App } from '../../platform/app/app.ts'
import { type Config, readConfig } from '../../platform/app/config.ts'
import { openApp } from '../../platform/app/open-app.ts'
import { commandLimits } from '../../platform/db/limits.ts'
import { joinDatabase } from '../../platform/db/open.ts'

/** Returns the service's settings with a quieter log. */
export function readCommandConfig(): Config {
  return readConfig({ LOG_LEVEL: 'warn', ...process.env }, process.cwd())
}

/** Runs a command with an app of this environment, and closes it. Joins the database of a running service. */
export async function withApp<T>(command: (app: App) => Promise<T>, config = readCommandConfig()): Promise<T> {
  const log = openCommandLog(config)
  return withOpened(joinDatabase({ ...config, connections: 4, limits: commandLimits }, log), ({ db }) => {
    const app = openApp(config, db, log)
    return command(app).finally(() => app.outbound.close())
  })
}

/** Opens a log on standard error, because standard output is the command's result. */
export function openCommandLog({ logLevel }: Config): Log {
  return openLog(logLevel, process.stderr)
}

/** A resource that may outlive this process unless it is closed, such as a database server. */
interface Closable {
  close(): Promise<void>
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Opens a resource, works with it and closes it, also if a signal ends this process, so that Ctrl-C leaves no server
 * running. The work's outcome is ignored then. A second signal ends the process at once. Signals that already have a
 * listener are left to it.
 */
export async function withOpened<O extends Closable, T>(
  opening: Promise<O>,
  work: (opened: O) => Promise<T>,
): Promise<T> {
  let isEnding = false
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= opening.then((opened) => opened.close())
    return closing
  }
  const end = (signal: NodeJS.Signals): void => {
    isEnding = true
    forget()
    void close()
      .catch(() => undefined)
      .then(() => process.kill(process.pid, signal))
  }
  const watched = signals.filter((signal) => process.listenerCount(signal) === 0)
  const forget = (): void => watched.forEach((signal) => void process.off(signal, end))
  for (const signal of watched) process.on(signal, end)
  try {
    const opened = await opening
    try {
      return await work(opened)
    } finally {
      await close()
    }
  } finally {
    if (isEnding) await new Promise(() => undefined)
    forget()
  }
}

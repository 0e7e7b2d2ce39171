import { type Log, openLog } from '../../platform/adapters/log.ts'
import type { App } from '../../platform/app/app.ts'
import { type Config, readConfig } from '../../platform/app/config.ts'
import { openApp } from '../../platform/app/open-app.ts'
import { commandLimits } from '../../platform/db/limits.ts'
import { joinDatabase } from '../../platform/db/open.ts'
import { withOpened } from './with-opened.ts'

/** The settings of a command: those of the service, but it says little. */
export function readCommandConfig(): Config {
  return readConfig({ LOG_LEVEL: 'warn', ...process.env }, process.cwd())
}

/** Runs a command with the app of this environment, and closes it. Joins the database of a service that is running. */
export async function withApp<T>(command: (app: App) => Promise<T>, config = readCommandConfig()): Promise<T> {
  const log = openCommandLog(config)
  return withOpened(joinDatabase({ ...config, connections: 4, limits: commandLimits }, log), ({ db }) => {
    const app = openApp(config, db, log)
    return command(app).finally(() => app.outbound.close())
  })
}

/** Standard output is what the command answers: a file for the bank, JSON for programs. */
export function openCommandLog({ logLevel }: Config): Log {
  return openLog(logLevel, process.stderr)
}

import { openLog } from '../adapters/log.ts'
import type { App } from '../app/app.ts'
import { readConfig } from '../app/config.ts'
import { openApp } from '../app/open-app.ts'
import { commandLimits } from '../db/limits.ts'
import { joinDatabase } from '../db/open.ts'

/** Runs a command with the app of this environment, and closes it. Joins the database of a service that is running. */
export async function withApp<T>(command: (app: App) => Promise<T>): Promise<T> {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env }, process.cwd())
  const log = openLog(config.logLevel)
  const database = await joinDatabase({ ...config, connections: 4, limits: commandLimits }, log)
  const app = openApp(config, database.db, log)
  try {
    return await command(app)
  } finally {
    await app.outbound.close()
    await database.close()
  }
}

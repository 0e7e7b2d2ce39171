import { setTimeout as pause } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { type Config, ConfigError, readConfig } from './app/config.ts'
import { openApp } from './app/open-app.ts'
import { openDatabase } from './db/open.ts'
import { UnusableDatabase } from './db/unusable.ts'
import { type Log, openLog } from './effects/log.ts'
import { openMetrics } from './http/metrics.ts'
import { demoMerchants, openDemoMerchants } from './merchants/open-demo-merchants.ts'
import { type RunningServer, startServer } from './server.ts'
import { startWorkers } from './workers.ts'

/** What is under way when the service is told to stop gets so long to end; then the database is stopped all the same. */
const drainMs = 6_000
/** Whatever does not end even then is left behind. */
const stopMs = 10_000

/** `npm start`: serves until it is told to stop. What prevents it is said in one line. */
export async function main(): Promise<void> {
  try {
    const config = readConfig(process.env, process.cwd())
    await serve(config, openLog(config.logLevel))
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof UnusableDatabase || isListenError(error))) throw error
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}

async function serve(config: Config, log: Log): Promise<void> {
  const database = await openDatabase(config, log)
  const app = openApp(config, database.db, log)
  const servers: RunningServer[] = []
  try {
    if (config.mode === 'sandbox') await openDemoMerchants(app)
    const metrics = openMetrics()
    for (const region of config.regions) servers.push(await startServer(app, metrics, region))
  } catch (error) {
    await Promise.all(servers.map((server) => server.close()))
    await database.close()
    throw error
  }
  const workers = startWorkers(app)
  closeWithGrace({ delay: stopMs, logger: false }, async ({ err }) => {
    if (err !== undefined) log.fatal({ err }, 'stopping after a failure')
    process.stdout.write('Stopping: what is under way is finished\n')
    const drained = Promise.all([...servers.map((server) => server.close()), workers.stop()])
    await Promise.race([drained, pause(drainMs, undefined, { ref: false })])
    await app.outbound.close()
    await database.close()
    process.stdout.write('Stopped\n')
  })
  process.stdout.write(banner(config, servers))
}

function banner(config: Config, servers: readonly RunningServer[]): string {
  const lines = servers.flatMap(({ region, baseUrl }) => [
    `  ${region.toUpperCase()}  API ${baseUrl}   payment page ${baseUrl}/hpp/   dashboard ${baseUrl}/dashboard (to come)   reference ${baseUrl}/docs`,
  ])
  const keys = demoMerchants.map(
    ({ name, stores, keys }) =>
      `  ${name.padEnd(9)}  ${keys.test.secret}  (test)   ${keys.live.secret}  (live)   stores ${stores.map((store) => store.merchantCode).join(', ')}`,
  )
  const demo = config.mode === 'sandbox' ? ['Demo keys', ...keys] : []
  const data = config.databaseUrl === undefined ? [`Data in ${config.dataDir}`] : []
  return `${[`Qist serves (${config.mode})`, ...lines, ...demo, ...data, ''].join('\n')}`
}

function isListenError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EADDRINUSE' || code === 'EACCES' || code === 'EADDRNOTAVAIL'
}

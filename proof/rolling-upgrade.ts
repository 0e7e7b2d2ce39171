import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openClient } from '../testkit/client.ts'
import { type HeldRows, holdRows } from '../testkit/held-rows.ts'
import { freePort } from '../testkit/listen.ts'
import { allAtOnce } from '../testkit/parallel.ts'
import { demoKey } from '../testkit/shop.ts'
import { retry } from '../testkit/timeouts.ts'
import type { Context, Verdict } from './context.ts'
import type { Call } from './history.ts'
import { openRecords } from './records.ts'
import { allowedMs } from './restarts.ts'
import { checkAnswers } from './rolling-restart.ts'
import { type Service, startService } from './service.ts'
import { injectUnderLoad, type Setup } from './under-load.ts'
import { exportVersionBefore } from './version-before.ts'
import { copyMigrations, writeLaterMigrations } from './write-migrations.ts'

/** A migration that blocks others for this time, in milliseconds, has not released its lock. */
const letsGoMs = 15_000

/**
 * P27: the previous version serves. This version starts beside it, with additional migrations, while another
 * transaction locks a table. It migrates and takes over. The previous version comes back, serves alone, and ends for
 * good. No client notices.
 */
export async function run(context: Context): Promise<Verdict> {
  const before = await exportVersionBefore(join(context.folder, 'p27-before'), context.from)
  if (typeof before === 'string') return { counts: {}, violations: [], leftOut: before }
  const scene = await openScene(context, before.folder)
  try {
    const { times, violations, environment, old } = scene
    const verdict = await injectUnderLoad(context, {
      name: 'p27',
      times,
      unit: 'upgrades',
      environment,
      otherTargets: [old.client],
      inject: (setup, number) => upgrade(scene, setup, number),
      async check(history, records) {
        scene.longestMs = longestOf(history)
        return checkAnswers(history, records)
      },
      counts: () => ({
        from: before.name,
        'migrations that waited': scene.waited,
        'longest call': `${Math.round(scene.longestMs)} ms`,
      }),
    })
    const { plainMs } = await context.startTimes()
    if (scene.longestMs > allowedMs(plainMs)) violations.push(`a call took ${Math.round(scene.longestMs)} ms`)
    return { ...verdict, violations: [...violations, ...verdict.violations] }
  } finally {
    await scene.close()
  }
}

type Scene = Awaited<ReturnType<typeof openScene>>

/** Opens the previous version, which has made the database, and the ports of this one. */
async function openScene(context: Context, folder: string) {
  const databaseUrl = await context.createDatabase('proof_p27')
  const dataDir = join(context.folder, 'p27')
  const migrations = join(context.folder, 'p27-migrations')
  copyMigrations(migrations)
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  const ports = { PORT: String(await freePort()), KSA_PORT: String(await freePort()) }
  const start = () => startService(context, { ...env, PROOF_MIGRATIONS: migrations }, { ports })
  const oldService = await startService(context, env, { folder })
  const old = { service: oldService, client: openClient(oldService.urls.uae, demoKey(1), 32) }
  const client = openClient(`http://127.0.0.1:${ports.PORT}`, demoKey(1), 32)
  const records = await openRecords({ connectionString: databaseUrl, application_name: 'proof' }, dataDir)
  let service: Service | undefined
  return {
    old,
    migrations,
    times: context.size(1, 10),
    violations: [] as string[],
    waited: 0,
    longestMs: 0,
    /** Starts this version beside the previous one, or again. */
    async start(): Promise<Service> {
      service = await start()
      return service
    },
    holdTable: () => holdRows({ connectionString: databaseUrl, application_name: 'p27' }, holdPayments),
    environment: {
      get service(): Service {
        if (service === undefined) throw new Error('this version has not been started')
        return service
      },
      client,
      withRecords: <T>(work: (one: typeof records) => Promise<T>) => work(records),
      close: async () => undefined,
    },
    async close(): Promise<void> {
      await Promise.all([client.close(), old.client.close()])
      await service?.stop()
      await oldService.stop()
      await records.close()
    },
  }
}

// Like a long-running report: it blocks no read or write of payments, but it blocks changes of the table's columns.
const holdPayments = 'select from payments limit 1'

/** Plays one upgrade with a way back in the middle. Before it and after it one version serves alone. */
async function upgrade(scene: Scene, { load, restarts }: Setup, number: number): Promise<void> {
  const { old } = scene
  if (number > 1) {
    await restarts.restart(old.service)
    await restarts.stop(scene.environment.service)
  }
  await load.served(100)
  writeLaterMigrations(scene.migrations, number)
  const held = await scene.holdTable()
  const [service, found] = await allAtOnce([
    () => scene.start(),
    (over) => watchWaiting(held, over).finally(() => held.release()),
  ])
  scene.violations.push(...found)
  scene.waited += service.printed().filter((line) => line.includes('a migration waits for a lock')).length
  await serveBoth(load)
  // A process of the previous version that ends is started again, as systemd does.
  await restarts.stop(old.service)
  await load.served(100)
  await restarts.restart(old.service)
  await serveBoth(load)
  // Back to the previous version, and forward again.
  await restarts.stop(service)
  await load.served(100)
  await restarts.restart(service)
  await serveBoth(load)
  await restarts.stop(old.service)
  await load.served(100)
}

async function serveBoth(load: Setup['load']): Promise<void> {
  await load.served(100)
  await wait(700)
  await load.served(100)
}

/** Waits until a migration has tried twice in vain. Returns an error if it does not release its lock. */
async function watchWaiting(held: HeldRows, over: AbortSignal): Promise<string[]> {
  for (let tries = 1; tries <= 2; tries += 1) {
    await retry('a migration waits for the table', async () => over.aborted || (await held.waiting()).length > 0)
    const until = performance.now() + letsGoMs
    while ((await held.waiting()).length > 0) {
      if (performance.now() > until)
        return [`a migration stands in everybody's way for more than ${letsGoMs / 1_000} s`]
      await wait(50)
    }
  }
  held.assertHeld()
  return []
}

function longestOf(history: readonly Call[]): number {
  const answered = history.filter(({ completedAt }) => Number.isFinite(completedAt))
  return answered.reduce((longest, { invokedAt, completedAt }) => Math.max(longest, completedAt - invokedAt), 0)
}

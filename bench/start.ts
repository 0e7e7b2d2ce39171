import { join } from 'node:path'
import { startProcess } from '../testkit/processes.ts'
import type { Run } from '../testkit/run.ts'
import { stopService } from '../testkit/service.ts'
import { type Figure, median } from './measure.ts'
import { startBareServer } from './payment-phases.ts'
import { residentMb, startService } from './service.ts'

/** Milliseconds and MB. */
interface Start {
  readonly first: number
  readonly later: number
  readonly throwAway: number
  readonly idleMb: number
  readonly databaseFirst: number
  readonly databaseLater: number
}

/**
 * Measures starts of the service on a new and on an existing folder, each beside its database alone. Medians of three.
 */
export async function benchStart(run: Run): Promise<Figure[]> {
  const starts: Start[] = []
  for (const round of [1, 2, 3]) starts.push(await measureStart(run, join(run.folder, `start-${round}`)))
  const bare = await startBareServer('{}')
  const bareMb = residentMb(bare.pid)
  bare.stop()
  const middle = (read: (start: Start) => number): number => median(starts.map(read))
  return [
    {
      name: 'first start',
      unit: 'ms',
      value: middle(({ first }) => first),
      goal: { atMost: 2_500 },
      limit: { name: 'making and starting the database alone', value: middle(({ databaseFirst }) => databaseFirst) },
    },
    {
      name: 'later start',
      unit: 'ms',
      value: middle(({ later }) => later),
      goal: { atMost: 1_000 },
      limit: { name: 'starting the database alone', value: middle(({ databaseLater }) => databaseLater) },
    },
    {
      name: 'a throw-away sandbox with its merchant',
      unit: 'ms',
      value: middle(({ throwAway }) => throwAway),
      goal: { atMost: 3_000 },
    },
    {
      name: 'idle memory of the process',
      unit: 'MB',
      value: middle(({ idleMb }) => idleMb),
      goal: { atMost: 140 },
      limit: { name: 'a bare HTTP server', value: bareMb },
    },
  ]
}

async function measureStart(run: Run, folder: string): Promise<Start> {
  const databaseFirst = await startDatabase(run, join(folder, 'database'))
  const databaseLater = await startDatabase(run, join(folder, 'database'))
  const dataDir = join(folder, 'service')
  const first = await startService(run, { DATA_DIR: dataDir })
  await first.stop()
  const later = await startService(run, { DATA_DIR: dataDir })
  const idleMb = later.residentMb()
  await later.stop()
  const throwAway = await startThrowAway()
  return { first: first.startMs, later: later.startMs, throwAway, idleMb, databaseFirst, databaseLater }
}

async function startThrowAway(): Promise<number> {
  const startedAt = performance.now()
  const sandbox = startProcess(join(import.meta.dirname, '../bin/qist.js'), ['sandbox', '--json'])
  await sandbox.waitForLine(/^\{/)
  const tookMs = performance.now() - startedAt
  await stopService(sandbox)
  return tookMs
}

async function startDatabase(run: Run, dataDir: string): Promise<number> {
  const startedAt = performance.now()
  const { close } = await run.openDatabase(dataDir)
  const tookMs = performance.now() - startedAt
  await close()
  return tookMs
}

import { systemClock } from '../../platform/adapters/clock.ts'
import type { Log } from '../../platform/adapters/log.ts'
import { openMetrics } from '../../platform/adapters/metrics.ts'
import { noPeers } from '../../platform/app/app.ts'
import type { Config } from '../../platform/app/config.ts'
import { loadTraces } from '../../platform/app/load-traces.ts'
import { warnOfMissing } from '../../platform/app/missing.ts'
import { openApp } from '../../platform/app/open-app.ts'
import type { Snapshots } from '../../platform/app/snapshots.ts'
import type { Db } from '../../platform/db/db.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { requireSecondFactors } from '../../platform/people/second-factor/sealed-secrets.ts'
import { requireSecrets } from '../../platform/webhooks/secrets/require-secrets.ts'
import { requireProduction } from '../../rehearsal/sandbox/production/require-production.ts'
import { prepareDatabase } from '../../rehearsal/sandbox/production/sandbox-database.ts'
import { sandboxRemains } from '../sandbox-remains.ts'
import type { RegionAddress } from './banner.ts'
import { openService } from './open-service.ts'

/** The whole service in one process, with its database. */
export interface RunningService {
  readonly addresses: readonly RegionAddress[]
  readonly db: Db
  /** Finishes work under way for at most six seconds, then closes the database. */
  close(): Promise<void>
}

/**
 * Opens the service and serves. Refuses an invalid configuration, and leaves nothing open then. `snapshots`: of a
 * throw-away sandbox.
 */
export async function openAlone(config: Config, log: Log, snapshots?: Snapshots): Promise<RunningService> {
  const trace = await loadTraces(config)
  const prepare = (owner: Db): Promise<void> => prepareDatabase(owner, config.mode)
  const database = await openDatabase({ ...config, prepare }, log)
  try {
    const metrics = openMetrics()
    const opened = openApp(config, database.db, log, systemClock, noPeers, metrics)
    const app = trace(snapshots === undefined ? opened : { ...opened, snapshots })
    await requireSecrets(app)
    await requireSecondFactors(app)
    // Production loads no sandbox code.
    if (config.mode === 'sandbox') await (await import('../../rehearsal/sandbox/open-demo.ts')).openDemo(app)
    else await requireProduction(app, sandboxRemains)
    const service = await openService(app, metrics)
    warnOfMissing(config, log)
    return { addresses: service.addresses, db: database.db, close: () => service.drain().finally(database.close) }
  } catch (error) {
    await database.close()
    throw error
  }
}

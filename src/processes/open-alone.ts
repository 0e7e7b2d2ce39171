import { systemClock } from '../adapters/clock.ts'
import type { Log } from '../adapters/log.ts'
import { openMetrics } from '../adapters/metrics.ts'
import type { Config } from '../app/config.ts'
import { loadTraces } from '../app/load-traces.ts'
import { warnOfMissing } from '../app/missing.ts'
import { openApp } from '../app/open-app.ts'
import { noPeers } from '../app/peers.ts'
import type { Db } from '../db/db.ts'
import { openDatabase } from '../db/open.ts'
import { requireSecondFactors } from '../people/second-factor/require-second-factors.ts'
import { prepareDatabase } from '../sandbox/database/prepare-database.ts'
import { requireProduction } from '../sandbox/production/require-production.ts'
import { sandboxRemains } from '../sandbox-remains.ts'
import { requireSecrets } from '../webhooks/secrets/require-secrets.ts'
import type { RegionAddress } from './banner.ts'
import { openService } from './open-service.ts'

/** The whole service in this process, with its database. */
export interface Alone {
  readonly addresses: readonly RegionAddress[]
  readonly db: Db
  /** Finishes what is under way, for at most six seconds, then closes the database. */
  close(): Promise<void>
}

/** Opens it and serves. Refuses what the configuration does not allow; then nothing is left open. */
export async function openAlone(config: Config, log: Log): Promise<Alone> {
  const trace = await loadTraces(config)
  const prepare = (owner: Db): Promise<void> => prepareDatabase(owner, config.mode)
  const database = await openDatabase({ ...config, prepare }, log)
  try {
    const metrics = openMetrics()
    const app = trace(openApp(config, database.db, log, systemClock, noPeers, metrics))
    await requireSecrets(app)
    await requireSecondFactors(app)
    // What only a sandbox has is not loaded in production.
    if (config.mode === 'sandbox') await (await import('../sandbox/open-demo.ts')).openDemo(app)
    else await requireProduction(app, sandboxRemains)
    const service = await openService(app, metrics)
    warnOfMissing(config, log)
    return { addresses: service.addresses, db: database.db, close: () => service.drain().finally(database.close) }
  } catch (error) {
    await database.close()
    throw error
  }
}

import closeWithGrace from 'close-with-grace'
import { systemClock } from '../adapters/clock.ts'
import { openLog } from '../adapters/log.ts'
import { openMetrics } from '../adapters/metrics.ts'
import type { Config } from '../app/config.ts'
import { warnOfMissing } from '../app/missing.ts'
import { openApp } from '../app/open-app.ts'
import { noPeers } from '../app/peers.ts'
import { openDatabase } from '../db/open.ts'
import { openDemoMerchants } from '../merchants/open-demo-merchants.ts'
import { requireProduction } from '../merchants/require-production.ts'
import { requireSecrets } from '../webhooks/secrets/require-secrets.ts'
import { bannerOf } from './banner.ts'
import { stopMs } from './limits.ts'
import { openService, type Service } from './open-service.ts'

/** Serves in this process, until it is told to stop. */
export async function serveAlone(config: Config): Promise<void> {
  const log = openLog(config.logLevel)
  const database = await openDatabase(config, log)
  const metrics = openMetrics()
  const app = openApp(config, database.db, log, systemClock, noPeers, metrics)
  let service: Service
  try {
    await requireSecrets(app)
    if (config.mode === 'sandbox') await openDemoMerchants(app)
    else await requireProduction(app)
    service = await openService(app, metrics)
  } catch (error) {
    await database.close()
    throw error
  }
  warnOfMissing(config, log)
  closeWithGrace({ delay: stopMs, logger: false }, async ({ err }) => {
    if (err !== undefined) log.fatal({ err }, 'stopping after a failure')
    process.stdout.write('Stopping: what is under way is finished\n')
    await service.drain()
    await database.close()
    process.stdout.write('Stopped\n')
  })
  process.stdout.write(bannerOf(config, service.addresses))
}

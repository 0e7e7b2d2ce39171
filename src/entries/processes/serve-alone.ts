import { openLog } from '../../platform/adapters/log.ts'
import type { Config } from '../../platform/app/config.ts'
import { bannerOf } from './banner.ts'
import { openAlone } from './open-alone.ts'
import { serveUntilStopped } from './serve-until-stopped.ts'

/** Serves in this process until it is stopped. */
export async function serveAlone(config: Config): Promise<void> {
  const log = openLog(config.logLevel)
  const service = await openAlone(config, log)
  serveUntilStopped({ config, db: service.db, log, close: service.close })
  process.stdout.write(bannerOf(config, service.addresses))
}

import closeWithGrace from 'close-with-grace'
import { openLog } from '../adapters/log.ts'
import type { Config } from '../app/config.ts'
import { bannerOf } from './banner.ts'
import { stopMs } from './limits.ts'
import { openAlone } from './open-alone.ts'

/** Serves in this process, until it is told to stop. */
export async function serveAlone(config: Config): Promise<void> {
  const log = openLog(config.logLevel)
  const service = await openAlone(config, log)
  closeWithGrace({ delay: stopMs, logger: false }, async ({ err }) => {
    if (err !== undefined) log.fatal({ err }, 'stopping after a failure')
    process.stdout.write('Stopping: what is under way is finished\n')
    await service.close()
    process.stdout.write('Stopped\n')
  })
  process.stdout.write(bannerOf(config, service.addresses))
}

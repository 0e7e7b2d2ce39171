import type { Db } from '../db/db.ts'
import { type Clock, systemClock } from '../effects/clock.ts'
import type { Log } from '../effects/log.ts'
import { openOutbound } from '../effects/outbound.ts'
import { openResolver } from '../effects/resolver.ts'
import type { App } from './app.ts'
import { openAppFiles } from './app-files.ts'
import { openAppSecrets } from './app-secrets.ts'
import { newBell } from './bell.ts'
import type { Config } from './config.ts'

/** Opens what has state beside the database. */
export function openApp(config: Config, db: Db, log: Log, clock: Clock = systemClock): App {
  const resolver = openResolver()
  return {
    config,
    db,
    clock,
    log,
    files: openAppFiles(config),
    secrets: openAppSecrets(config),
    resolver,
    outbound: openOutbound({ resolver, namedHosts: config.webhookHosts }),
    announced: newBell(),
  }
}

import type { Db } from '../db/db.ts'
import type { Clock } from '../effects/clock.ts'
import type { Log } from '../effects/log.ts'
import type { Config } from './config.ts'

/** The few things with state, opened once and handed down. Everything else is an import. */
export interface App {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
}

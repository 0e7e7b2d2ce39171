import closeWithGrace from 'close-with-grace'
import type { Log } from '../../platform/adapters/log.ts'
import type { Config } from '../../platform/app/config.ts'
import type { Db } from '../../platform/db/db.ts'
import { watchForProduction } from '../../rehearsal/sandbox/production/sandbox-database.ts'
import { stopMs } from './limits.ts'

interface ServedProcess {
  readonly config: Pick<Config, 'mode'>
  readonly db: Db
  readonly log: Log
  /** Finishes the work under way and closes everything. */
  close(): Promise<void>
}

/**
 * Ends the process cleanly: at a signal, after a failure, or, for a sandbox, when production begins to use its
 * database. In the last case it prints why, and exits with 1.
 */
export function serveUntilStopped({ config, db, log, close }: ServedProcess): void {
  const stopping = new AbortController()
  let refusal: string | undefined
  const closer = closeWithGrace({ delay: stopMs, logger: false }, async ({ err }) => {
    stopping.abort()
    if (err !== undefined) log.fatal({ err }, 'stopping after a failure')
    if (refusal !== undefined) process.stderr.write(`${refusal}\n`)
    process.stdout.write('Stopping: what is under way is finished\n')
    await close()
    process.stdout.write('Stopped\n')
    if (refusal !== undefined) process.exit(1)
  })
  if (config.mode !== 'sandbox') return
  void watchForProduction({ db, log }, stopping.signal, ({ message }) => {
    refusal = message
    closer.close()
  })
}

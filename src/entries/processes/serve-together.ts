import cluster from 'node:cluster'
import type { Config } from '../../platform/app/config.ts'

/** Serves in several processes: the first keeps the database and starts the others, which serve. */
export async function serveTogether(config: Config): Promise<void> {
  if (cluster.isPrimary) await (await import('./first-process.ts')).leadProcesses(config)
  else await (await import('./serving-process.ts')).serveAsOne(config)
}

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findEmbedded } from '../src/db/embedded/open-embedded.ts'
import { type Client, openClient } from './client.ts'
import type { Context } from './context.ts'
import { openRecords, type Records } from './records.ts'
import { type Service, startService } from './service.ts'
import { demoTestKey } from './shop.ts'

/** A service with the embedded database that it starts itself, as `npm start` does. */
export interface OwnStand {
  readonly service: Service
  readonly client: Client
  /** The database server and all of its processes, as they are now. */
  databasePids(): number[]
  openRecords(): Promise<Records>
  close(): Promise<void>
}

export async function openOwnStand(context: Context, name: string): Promise<OwnStand> {
  const dataDir = join(context.folder, name)
  // A database that a killed service has left running is nobody's but ours to stop.
  context.onEnd(() => killAll(databasePids(dataDir), 'SIGQUIT'))
  const service = await startService(context, { DATA_DIR: dataDir, DATABASE_URL: '' })
  const client = openClient(service.urls.uae, demoTestKey, 32)
  return {
    service,
    client,
    databasePids: () => databasePids(dataDir),
    async openRecords() {
      const connection = await findEmbedded(dataDir)
      if (connection === undefined) throw new Error('the embedded database is not there')
      return openRecords(connection, dataDir)
    },
    async close() {
      await client.close()
      await service.stop()
    },
  }
}

/** Sends all of them the signal, as close together as can be. */
export function killAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended by itself.
    }
  }
}

function databasePids(dataDir: string): number[] {
  const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid')
  if (!existsSync(pidFile)) return []
  const postmaster = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  if (!Number.isInteger(postmaster) || postmaster <= 1) return []
  const parents = parentPids()
  return [postmaster, ...[...parents].filter(([, parent]) => parent === postmaster).map(([pid]) => pid)]
}

function parentPids(): Map<number, number> {
  if (!existsSync('/proc/self/stat')) {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
    return new Map(lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]))
  }
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It has ended since.
    }
  }
  return parents
}

import pg from 'pg'
import { type Embedded, openEmbedded } from '../src/db/embedded/open-embedded.ts'

/** A database server of the proof's own. */
export interface Cluster {
  /** Makes an empty database and answers its address. */
  createDatabase(name: string): Promise<string>
  close(): Promise<void>
}

const silent = { info: () => undefined, warn: () => undefined }

export async function openCluster(dataDir: string): Promise<Cluster> {
  const embedded: Embedded = await openEmbedded({ dataDir, log: silent })
  return {
    async createDatabase(name) {
      const client = new pg.Client(embedded.connection)
      await client.connect()
      await client.query(`create database ${name}`).finally(() => client.end())
      return formatUrl({ ...embedded.connection, database: name })
    },
    close: () => embedded.close(),
  }
}

/** The address of a connection; a socket's folder stands, encoded, where the host does. */
export function formatUrl(connection: pg.PoolConfig): string {
  const host = encodeURIComponent(connection.host ?? '')
  const password = encodeURIComponent(String(connection.password))
  return `postgres://${connection.user}:${password}@${host}:${connection.port}/${connection.database}`
}

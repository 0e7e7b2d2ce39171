import type pg from 'pg'
import { addressOf, connectionOf } from './address.ts'
import { openCluster } from './cluster.ts'
import { findPostmaster, isServing } from './postmaster.ts'

/** How to connect to the database of a data folder whose server is running, without taking hold of it; else undefined. */
export async function findEmbedded(dataDir: string): Promise<pg.PoolConfig | undefined> {
  const cluster = await openCluster(dataDir)
  const postmaster = findPostmaster(cluster)
  if (postmaster === undefined || !postmaster.isReady || !isServing(cluster, postmaster.pid)) return undefined
  return connectionOf(cluster, addressOf(postmaster))
}

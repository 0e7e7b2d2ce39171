import { chownSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { makeFolder } from '../../base/make-folder.ts'
import { type CopyWatcher, receiveBaseBackup } from './base-backup.ts'
import { hasDatabase, openCluster } from './cluster.ts'
import { removePrivateFolder } from './folders.ts'
import { type Embedded, type EmbeddedLog, openEmbedded } from './open-embedded.ts'
import { addressOf, connectionOf, findPostmaster, isServing, stopServer } from './postmaster.ts'

/**
 * Returns the connection to the running server of a data folder, without taking the folder's lock; undefined if none
 * runs.
 */
export async function findEmbedded(dataDir: string): Promise<pg.PoolConfig | undefined> {
  const cluster = await openCluster(dataDir)
  const postmaster = findPostmaster(cluster)
  if (postmaster === undefined || !postmaster.isReady || !isServing(cluster, postmaster.pid)) return undefined
  return connectionOf(cluster, addressOf(postmaster))
}

/** Joins the running server of a data folder, else opens it. `close` stops only a server that this call has opened. */
export async function joinEmbedded(dataDir: string, log: EmbeddedLog): Promise<Pick<Embedded, 'connection' | 'close'>> {
  const connection = await findEmbedded(dataDir)
  return connection === undefined ? openEmbedded({ dataDir, log }) : { connection, close: async () => undefined }
}

/** Copies the database of a running server into another data folder. The copy is not flushed to disk. */
export async function copyEmbedded(
  dataDir: string,
  connection: pg.PoolConfig,
  target: string,
  watcher: CopyWatcher,
): Promise<void> {
  const { user } = await openCluster(dataDir)
  const path = join(target, 'postgres', 'data')
  makeFolder(path, 0o700)
  if (user !== undefined) chownSync(path, user.uid, user.gid)
  await receiveBaseBackup(connection, path, user, watcher)
  await copyFile(join(dataDir, 'postgres', 'password'), join(target, 'postgres', 'password'))
}

/** Stops the server that a killed service has left on a data folder, if there is one. */
export async function stopEmbedded(dataDir: string): Promise<void> {
  if (!hasDatabase(dataDir)) return
  const cluster = await openCluster(dataDir)
  const postmaster = findPostmaster(cluster)
  if (postmaster === undefined) return
  if (isServing(cluster, postmaster.pid)) await stopServer(cluster, postmaster.pid)
  removePrivateFolder(postmaster.socketDir, cluster.user)
}

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

/** How to connect to the database of a data folder whose server is running, without taking hold of it; else undefined. */
export async function findEmbedded(dataDir: string): Promise<pg.PoolConfig | undefined> {
  const cluster = await openCluster(dataDir)
  const postmaster = findPostmaster(cluster)
  if (postmaster === undefined || !postmaster.isReady || !isServing(cluster, postmaster.pid)) return undefined
  return connectionOf(cluster, addressOf(postmaster))
}

/** Joins the server of a data folder where a service has it running, else opens it. Closing leaves a service its own. */
export async function joinEmbedded(dataDir: string, log: EmbeddedLog): Promise<Pick<Embedded, 'connection' | 'close'>> {
  const connection = await findEmbedded(dataDir)
  return connection === undefined ? openEmbedded({ dataDir, log }) : { connection, close: async () => undefined }
}

/** Copies the database of a data folder, whose server is running, into another data folder. Nothing of it is sure to be on disk yet. */
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

/** Stops the server that a killed service has left running on a data folder, if there is one. */
export async function stopEmbedded(dataDir: string): Promise<void> {
  if (!hasDatabase(dataDir)) return
  const cluster = await openCluster(dataDir)
  const postmaster = findPostmaster(cluster)
  if (postmaster === undefined) return
  if (isServing(cluster, postmaster.pid)) await stopServer(cluster, postmaster.pid)
  removePrivateFolder(postmaster.socketDir, cluster.user)
}

import { chownSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { makeFolder } from '../../base/make-folder.ts'
import { type CopyWatcher, receiveBaseBackup } from './base-backup.ts'
import { openCluster } from './cluster.ts'

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

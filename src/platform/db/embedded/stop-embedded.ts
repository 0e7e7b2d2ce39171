import { hasDatabase, openCluster } from './cluster.ts'
import { findPostmaster, isServing, stopServer } from './postmaster.ts'
import { removePrivateFolder } from './private-folder.ts'

/** Stops the server that a killed service has left running on a data folder, if there is one. */
export async function stopEmbedded(dataDir: string): Promise<void> {
  if (!hasDatabase(dataDir)) return
  const cluster = await openCluster(dataDir)
  const postmaster = findPostmaster(cluster)
  if (postmaster === undefined) return
  if (isServing(cluster, postmaster.pid)) await stopServer(cluster, postmaster.pid)
  removePrivateFolder(postmaster.socketDir, cluster.user)
}

import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { UnusableDatabase } from '../unusable.ts'
import { type Cluster, openCluster, removeUnfinished } from './cluster.ts'
import { makePrivateFolder, removePrivateFolder } from './folders.ts'
import { type Hold, holdFolder } from './hold.ts'
import {
  type Address,
  addressOf,
  connectionOf,
  findPostmaster,
  isServing,
  limitLog,
  type Starting,
  startServer,
  stopServer,
} from './postmaster.ts'
import { adviseRoom } from './reasons.ts'

const usualPatienceMs = 60_000

/** The log of the embedded database. */
export interface EmbeddedLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: EmbeddedLog
  /** How long to wait for a server that starts, recovers or stops; default: a minute. */
  readonly patienceMs?: number
  /** The size of the server's cache, in MB; default: an eighth of the machine's memory, at most 4 GB. */
  readonly buffersMb?: number | undefined
}

export interface Embedded {
  readonly connection: pg.PoolConfig
  /** Stops the database cleanly. All connections must be closed before. */
  close(): Promise<void>
}

/**
 * Opens the database of a data folder: makes it, starts its server, or takes over the server of a killed service.
 * Waits up to a minute for a server that starts, recovers or stops. Refuses, in one line, a folder that another
 * living service holds, and a platform without server programs.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, log, patienceMs = usualPatienceMs, buffersMb } = options
  const cluster = { ...(await openCluster(dataDir)), buffersMb }
  const isWanted = (): boolean => closing === undefined
  let closing: Promise<void> | undefined
  let held = await openServer(cluster, undefined, isWanted, patienceMs)
  try {
    removeUnfinished(cluster)
  } catch (error) {
    // The files only take room, so the service starts.
    log.warn({ dataDir, error: String(error) }, 'what an unfinished start has left behind cannot be removed')
  }
  const guard = async (): Promise<void> => {
    while (isWanted()) {
      await held.hold.lost
      if (!isWanted()) return
      log.warn({ dataDir }, 'the embedded database was cut off: opening it again')
      held = await reopen(cluster, held, log, isWanted)
      if (isWanted()) log.info({ dataDir }, 'the embedded database is open again')
    }
    await closeServer(cluster, held)
  }
  const guarding = guard()
  const tidying = setInterval(() => limitLog(cluster), 60_000).unref()
  const close = async (): Promise<void> => {
    clearInterval(tidying)
    if (held.hold.isHeld()) await closeServer(cluster, held)
    await guarding
  }
  return {
    connection: connectionOf(cluster, held.address),
    close: () => {
      closing ??= Promise.resolve().then(close)
      return closing
    },
  }
}

interface LockedServer {
  readonly address: Address
  readonly hold: Hold
}

async function closeServer(cluster: Cluster, held: LockedServer): Promise<void> {
  const postmaster = findPostmaster(cluster)
  // The lock ends with the server and not before, so that no process takes over a server that is about to stop.
  if (held.hold.isHeld() && postmaster !== undefined) await stopServer(cluster, postmaster.pid)
  await held.hold.release()
  removePrivateFolder(held.address.host, cluster.user)
}

async function reopen(
  cluster: Cluster,
  held: LockedServer,
  log: EmbeddedLog,
  isWanted: () => boolean,
): Promise<LockedServer> {
  for (;;) {
    try {
      // The pool knows the old address only, so the server starts there again.
      return await openServer(cluster, held.address, isWanted)
    } catch (error) {
      if (!isWanted()) return held
      log.warn({ error: String(error) }, 'the embedded database cannot be opened yet')
      await wait(1_000)
    }
  }
}

async function openServer(
  cluster: Cluster,
  lastAddress: Address | undefined,
  isWanted: () => boolean,
  patienceMs = usualPatienceMs,
): Promise<LockedServer> {
  const until = performance.now() + patienceMs
  let started: { address: Address; starting: Starting } | undefined
  let used: Address | undefined
  let trouble = 'it does not answer'
  try {
    // A started server is locked before anything else, so that it can be stopped.
    while ((isWanted() || started !== undefined) && performance.now() < until) {
      const postmaster = findPostmaster(cluster)
      if (postmaster !== undefined && isServing(cluster, postmaster.pid)) {
        const address = addressOf(postmaster)
        const answer = postmaster.isReady
          ? await holdFolder(cluster, connectionOf(cluster, address))
          : 'it is not ready'
        if (typeof answer !== 'string') {
          used = address
          return { address, hold: answer }
        }
        trouble = answer
      } else if (started === undefined || started.starting.failure() !== undefined) {
        const failure = checkFailure(cluster, started?.starting.failure())
        if (failure !== undefined) await wait(200)
        trouble = failure ?? trouble
        if (postmaster !== undefined && postmaster.socketDir !== lastAddress?.host)
          removePrivateFolder(postmaster.socketDir, cluster.user)
        const address: Address = started?.address ?? lastAddress ?? (await chooseAddress(cluster))
        started = { address, starting: startServer(cluster, address) }
      }
      await wait(10)
    }
  } finally {
    // Another start was faster, or there is no server: our socket's folder is unused.
    if (started !== undefined && started.address.host !== used?.host && started.address !== lastAddress) {
      removePrivateFolder(started.address.host, cluster.user)
    }
  }
  throw new UnusableDatabase(`The embedded PostgreSQL in ${cluster.path} cannot be reached: ${trouble}`)
}

// Two starts at once and the remains of a killed server resolve by themselves. Any other failure needs an operator.
function checkFailure(cluster: Cluster, failure: string | undefined): string | undefined {
  if (failure === undefined || /lock file|shared memory/.test(failure)) return failure
  const problem = `The embedded PostgreSQL in ${cluster.path} does not start: ${failure}`
  const advice = adviseRoom(failure)
  throw advice === undefined
    ? new UnusableDatabase(`${problem} (see ${cluster.logFile})`)
    : new UnusableDatabase(problem, advice)
}

async function chooseAddress(cluster: Cluster): Promise<Address> {
  if (process.platform !== 'win32') return { host: makePrivateFolder(cluster.user), port: 5432 }
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return { host: '127.0.0.1', port: typeof address === 'object' && address !== null ? address.port : 5432 }
}

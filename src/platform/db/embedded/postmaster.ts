import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { totalmem } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Cluster } from './cluster.ts'
import { superuser } from './init-db.ts'
import { programEnvironment } from './programs.ts'
import { findReason } from './reasons.ts'
import { pathForServer } from './server-user.ts'

const logLimitBytes = 1_000_000

/** The server of a data folder by PostgreSQL's `postmaster.pid`. It may have ended without removing the file. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly socketDir: string
  readonly isReady: boolean
}

/** The address of a server: a folder with its socket, or a port of this machine where there are no sockets. */
export interface Address {
  readonly host: string
  readonly port: number
}

export function findPostmaster(cluster: Cluster): Postmaster | undefined {
  const [pid, , , port, socketDir, , , status] = readText(`${cluster.path}/postmaster.pid`).split('\n')
  if (!/^\d+$/.test(pid ?? '')) return undefined
  return { pid: Number(pid), port: Number(port), socketDir: socketDir ?? '', isReady: status?.trim() === 'ready' }
}

/** Returns whether the process lives and is a server on these files, and not a later process with the same number. */
export function isServing(cluster: Cluster, pid: number): boolean {
  if (!isAlive(pid)) return false
  if (existsSync('/proc/self/cwd')) return isSameFolder(`/proc/${pid}/cwd`, cluster.path)
  const [program, ...args] =
    process.platform === 'win32'
      ? ['tasklist', '/NH', '/FI', `PID eq ${pid}`]
      : ['ps', '-o', 'command=', '-p', String(pid)]
  const { stdout, error } = spawnSync(program ?? '', args, { encoding: 'utf8' })
  if (error !== undefined) throw error
  // Empty if the process has ended meanwhile.
  return stdout.includes('postgres')
}

/** A server that is being started. It outlives this process. */
export interface Starting {
  /** Returns undefined while it runs, else its last log lines. */
  failure(): string | undefined
}

/**
 * Starts a server on the cluster's files, in a process group of its own so that Ctrl-C in our terminal does not
 * reach it.
 */
export function startServer(cluster: Cluster, address: Address): Starting {
  const logStart = limitLog(cluster)
  const log = openSync(cluster.logFile, 'a', 0o600)
  const args = ['-D', pathForServer(cluster.path, cluster.user)]
  for (const [name, value] of Object.entries(settingsOf(cluster, address))) args.push('-c', `${name}=${value}`)
  const server = spawn(cluster.programs.postgres, args, {
    ...cluster.user,
    cwd: cluster.path,
    env: { ...programEnvironment, ...ignoringStalePid(cluster) },
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  })
  closeSync(log)
  let ended: string | undefined
  server.on('error', (error) => {
    ended = error.message
  })
  server.on('exit', (code, signal) => {
    ended ??= lastWords(cluster, logStart) ?? `it ended with ${signal ?? code}`
  })
  server.unref()
  return { failure: () => ended }
}

/** Stops the server cleanly. If it does not end in time, stops it harder. Committed data is never lost. */
export async function stopServer(cluster: Cluster, pid: number): Promise<void> {
  if (process.platform === 'win32') {
    execFileSync(cluster.programs.pgCtl, ['stop', '-D', cluster.path, '-m', 'fast', '-t', '8'], {
      env: programEnvironment,
    })
    return
  }
  const steps = [
    { signal: 'SIGINT', patienceMs: 7_000 },
    { signal: 'SIGQUIT', patienceMs: 2_000 },
    { signal: 'SIGKILL', patienceMs: 1_000 },
  ] as const
  for (const { signal, patienceMs } of steps) {
    if (isServing(cluster, pid)) send(pid, signal)
    const until = performance.now() + patienceMs
    while (isServing(cluster, pid)) {
      if (performance.now() > until) break
      await wait(10)
    }
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // ESRCH: the process has ended already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Empties the server's log if it is above its limit, and returns its size. */
export function limitLog(cluster: Cluster): number {
  const size = statSync(cluster.logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size <= logLimitBytes) return size
  truncateSync(cluster.logFile)
  return 0
}

const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Several services and commands at once: the tests run them on one server.
  max_connections: '200',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  // The most log that a stalled backup may retain: it must not fill the disk.
  max_slot_wal_keep_size: '16GB',
  jit: 'off',
  // Tables with many deleted rows slow down lists and loops.
  autovacuum_naptime: '15s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The log is for problems of the server. Statements may have personal data, and their errors are in our own log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
}

/** The least size of the server's shared buffers, in MB. It uses as much as it has read. */
const leastBuffersMb = 128
const mostBuffersMb = 4_096

// An eighth of the memory. The service and the system's file cache need the rest.
function sharedBuffersMb(): number {
  return Math.max(leastBuffersMb, Math.min(partOfMemoryMb(8), mostBuffersMb))
}

/** Returns the memory of the machine, or of its container, divided by `parts`, in MB. */
export function partOfMemoryMb(parts: number): number {
  const limit = process.constrainedMemory()
  const bytes = limit > 0 ? Math.min(totalmem(), limit) : totalmem()
  return Math.floor(bytes / parts / 1_048_576)
}

const unflushed = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

function settingsOf({ isThrowAway, buffersMb }: Cluster, address: Address): Record<string, string> {
  const shared_buffers = `${buffersMb ?? (isThrowAway ? leastBuffersMb : sharedBuffersMb())}MB`
  return { ...settings, shared_buffers, ...(isThrowAway ? unflushed : {}), ...listening(address) }
}

function listening(address: Address): Record<string, string> {
  const port = String(address.port)
  if (process.platform === 'win32') return { listen_addresses: '127.0.0.1', port, unix_socket_directories: '' }
  return { listen_addresses: '', port, unix_socket_directories: address.host }
}

// PostgreSQL refuses to start while the process of an old postmaster.pid lives, even if it is another program by
// now. It makes an exception for the process that this variable names, and still checks whether its shared memory is
// in use.
function ignoringStalePid(cluster: Cluster): NodeJS.ProcessEnv {
  const stale = findPostmaster(cluster)
  return stale !== undefined && isAlive(stale.pid) ? { PG_GRANDPARENT_PID: String(stale.pid) } : {}
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function isSameFolder(one: string, other: string): boolean {
  try {
    const [a, b] = [statSync(one), statSync(other)]
    return a.dev === b.dev && a.ino === b.ino
  } catch {
    return false
  }
}

function lastWords(cluster: Cluster, logStart: number): string | undefined {
  const words = Buffer.from(readText(cluster.logFile)).subarray(logStart).toString()
  return findReason(words)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the address of a running server: its folder of sockets, or this machine without one. */
export function addressOf(postmaster: Postmaster): Address {
  return { host: postmaster.socketDir === '' ? '127.0.0.1' : postmaster.socketDir, port: postmaster.port }
}

/** Returns the connection to the server of a cluster at an address. */
export function connectionOf(cluster: Cluster, address: Address): pg.PoolConfig {
  return { ...address, user: superuser, password: cluster.password, database: 'postgres', ssl: false }
}

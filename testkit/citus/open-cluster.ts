import { execFile, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { chooseServerUser, type ServerUser } from '../../src/platform/db/embedded/server-user.ts'
import { freePort } from '../listen.ts'
import { allAtOnce } from '../parallel.ts'
import { endAndWait, isAlive } from '../process-table.ts'
import { NoCluster, unpackPrograms } from './programs.ts'

/** One PostgreSQL server of a cluster. */
export interface ClusterNode {
  readonly name: 'coordinator' | 'worker-1' | 'worker-2'
  readonly connection: pg.ClientConfig & { readonly host: string; readonly port: number }
  /** The id of the server's first process; undefined while the server is stopped. */
  readonly pid: number | undefined
  /** Starts the stopped server on the same port, and waits until it has recovered. */
  start(): Promise<void>
}

/** A coordinator and two workers: three servers on free ports of 127.0.0.1. */
export interface Cluster {
  readonly folder: string
  readonly coordinator: ClusterNode
  readonly workers: readonly [ClusterNode, ClusterNode]
  /** Stops the servers and removes their folders. */
  close(): Promise<void>
}

const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_preload_libraries = 'citus'
wal_level = logical
max_connections = 600
max_prepared_transactions = 600
max_worker_processes = 64
shared_buffers = 256MB
max_wal_size = 4GB
checkpoint_timeout = 30min
log_min_messages = warning
citus.node_conninfo = 'sslmode=prefer'
`

/**
 * Makes a cluster in a temporary folder and starts it; root starts it as an ordinary user. The cluster ends when it is
 * closed and when this process ends, also after a crash. Throws NoCluster if the machine lacks a program. `more`: lines
 * for each postgresql.conf.
 */
export async function openCluster(more = ''): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'qist-citus-'))
  const forget = removeWhenGone(folder)
  const close = async (): Promise<void> => {
    for (const name of names) stop(folder, name)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    forget()
  }
  try {
    const programs = unpackPrograms(folder)
    chmodSync(folder, 0o755)
    const user = chooseServerUser(folder)
    if (user !== undefined) chownSync(folder, user.uid, user.gid)
    run(user, join(programs, 'initdb'), ['-D', join(folder, 'first'), ...initial])
    for (const name of names) copyAs(user, join(folder, 'first'), join(folder, name))
    const start = (name: ClusterNode['name']) => () => startNew(programs, folder, name, user, more)
    const [coordinator, one, two] = await allAtOnce([start('coordinator'), start('worker-1'), start('worker-2')])
    return { folder, coordinator, workers: [one, two], close }
  } catch (error) {
    await close()
    throw error
  }
}

const names = ['coordinator', 'worker-1', 'worker-2'] as const
const initial = ['-U', 'postgres', '-A', 'trust', '--no-locale', '-E', 'UTF8']

function run(user: ServerUser | undefined, program: string, args: readonly string[]): void {
  execFileSync(program, args, { stdio: 'ignore', cwd: tmpdir(), ...user })
}

function copyAs(user: ServerUser | undefined, from: string, to: string): void {
  if (user === undefined) cpSync(from, to, { recursive: true })
  else run(user, 'cp', ['-a', from, to])
}

async function startNew(
  programs: string,
  folder: string,
  name: ClusterNode['name'],
  user: ServerUser | undefined,
  more: string,
): Promise<ClusterNode> {
  const data = join(folder, name)
  const port = await freePort()
  const lines = [settings, `port = ${port}`, pluginSetting(programs, user), more]
  appendFileSync(join(data, 'postgresql.conf'), `${lines.join('\n')}\n`)
  const log = join(folder, `${name}.log`)
  const start = async (): Promise<void> => {
    const args = ['-D', data, '-l', log, '-w', '-t', String(startSeconds), 'start']
    await promisify(execFile)(join(programs, 'pg_ctl'), args, { cwd: tmpdir(), ...user })
  }
  try {
    await start()
  } catch (error) {
    // Citus is built for one minor version of the server and later ones.
    const fatal = /FATAL: +(.*)/.exec(readFileSync(log, 'utf8'))?.[1]
    throw new NoCluster(`PostgreSQL with Citus does not start: ${fatal ?? error}`)
  }
  const connection = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' }
  return {
    name,
    connection,
    get pid() {
      const pid = readPid(data)
      return pid !== undefined && isAlive(pid) ? pid : undefined
    },
    start,
  }
}

/** Upper limit for recovery from a crash on a busy machine. */
const startSeconds = 120

// Citus decodes shards with its own plugin when it moves them. Newer servers need a setting for it.
function pluginSetting(programs: string, user: ServerUser | undefined): string {
  const known = execFileSync(join(programs, 'postgres'), ['--describe-config'], {
    cwd: tmpdir(),
    ...user,
    maxBuffer: 2 ** 24,
  })
  return known.includes('output_plugin_libraries') ? `output_plugin_libraries = 'pgoutput, citus'` : ''
}

// A server that stopped in good order has removed its file with the process id.
function readPid(data: string): number | undefined {
  const file = join(data, 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  return pid > 1 ? pid : undefined
}

function stop(folder: string, name: string): void {
  const pid = readPid(join(folder, name))
  if (pid !== undefined && isAlive(pid)) endAndWait(pid, 'SIGQUIT')
}

// The servers outlive a killed parent. A shell waits at a pipe that closes with this process, and then ends the
// servers.
function removeWhenGone(folder: string): () => void {
  const watcher = spawn('sh', ['-c', removal, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  watcher.unref()
  if (watcher.stdin instanceof Socket) watcher.stdin.unref()
  return () => watcher.kill('SIGKILL')
}

const removal = `
  read -r nothing
  for file in "$0"/*/postmaster.pid; do
    pid=$(sed -n 1p "$file"); kill -QUIT "$pid" || continue
    for try in $(seq 300); do kill -0 "$pid" || break; sleep 0.1; done
  done
  for try in $(seq 300); do [ -e "$0" ] || break; rm -rf "$0"; sleep 0.1; done`

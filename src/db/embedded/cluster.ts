import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { UnusableDatabase } from '../unusable.ts'
import { findPrograms, type Programs, programEnvironment } from './programs.ts'
import { chooseServerUser, type ServerUser } from './server-user.ts'

const run = promisify(execFile)

export const superuser = 'qist'
const freshPrefix = 'postgres.new-'

/** A database on disk, and what it takes to run its server. */
export interface Cluster {
  /** The operator's data folder. */
  readonly dataDir: string
  /** PostgreSQL's own folder inside it. */
  readonly path: string
  readonly logFile: string
  readonly password: string
  readonly user: ServerUser | undefined
  readonly programs: Programs
}

/** Opens the database files of a data folder, and makes them, durably and all at once, where there are none yet. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const home = join(dataDir, 'postgres')
  const path = join(home, 'data')
  try {
    mkdirSync(dataDir, { recursive: true })
    const user = chooseServerUser(path)
    const programs = findPrograms(user)
    if (!isMade(home)) await makeCluster(dataDir, home, user, programs)
    const password = readFileSync(join(home, 'password'), 'utf8')
    return { dataDir, path, logFile: join(home, 'server.log'), password, user, programs }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error
    const isOfOthers = error.code === 'EACCES' || error.code === 'EPERM'
    const what = isOfOthers ? 'belongs to another user' : 'cannot be used'
    throw new UnusableDatabase(`The data folder ${dataDir} ${what} (${error.message}): set DATA_DIR`)
  }
}

/** Removes what starts that were killed half-way have left behind. */
export function removeUnfinished(cluster: Cluster): void {
  for (const name of readdirSync(cluster.dataDir)) {
    if (name.startsWith(freshPrefix)) rmSync(join(cluster.dataDir, name), { recursive: true, force: true })
  }
}

/** A private folder with a short path, for sockets: these may have no more than about 100 bytes. Only the given user can enter. */
export function makePrivateFolder(user: ServerUser | undefined): string {
  const parent = process.platform === 'win32' || tmpdir().length < 70 ? tmpdir() : '/tmp'
  const folder = mkdtempSync(join(parent, 'qist-'))
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  return folder
}

/**
 * The data folder as an argument for the server's programs, which run with it as their working folder: its user may be unable to
 * reach it by path, and stands in it nevertheless.
 */
export function pathForServer(path: string, user: ServerUser | undefined): string {
  return user !== undefined && existsSync('/proc/self/cwd') ? '/proc/self/cwd' : path
}

/** Whether a service has made its database in this data folder. */
export function hasDatabase(dataDir: string): boolean {
  return isMade(join(dataDir, 'postgres'))
}

function isMade(home: string): boolean {
  return existsSync(join(home, 'data', 'PG_VERSION'))
}

async function makeCluster(
  dataDir: string,
  home: string,
  user: ServerUser | undefined,
  programs: Programs,
): Promise<void> {
  const fresh = mkdtempSync(join(dataDir, freshPrefix))
  try {
    const password = randomBytes(32).toString('base64url')
    writeFileSync(join(fresh, 'password'), password, { mode: 0o600, flush: true })
    await initDb(join(fresh, 'data'), password, user, programs)
    sync(fresh)
    renameSync(fresh, home)
    sync(dataDir)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    // Another start on this folder was quicker; the lock decides which of the two goes on.
    if (!isMade(home)) throw error
  }
}

async function initDb(path: string, password: string, user: ServerUser | undefined, programs: Programs): Promise<void> {
  mkdirSync(path, { mode: 0o700 })
  if (user !== undefined) chownSync(path, user.uid, user.gid)
  const hideout = makePrivateFolder(user)
  const passwordFile = join(hideout, 'password')
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if (user !== undefined) chownSync(passwordFile, user.uid, user.gid)
    const manner = [
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--encoding=UTF8',
      '--no-instructions',
    ]
    // A password of 256 random bits gains nothing from thousands of rounds, and every connection would pay for them.
    const access = [
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--set=scram_iterations=1',
    ]
    const options = { ...user, cwd: path, env: programEnvironment }
    await run(programs.initdb, ['-D', pathForServer(path, user), ...manner, ...access], options)
  } catch (error) {
    throw new UnusableDatabase(explain(error, path, user))
  } finally {
    rmSync(hideout, { recursive: true, force: true })
  }
}

function explain(error: unknown, path: string, user: ServerUser | undefined): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  const line = said.split('\n').find((candidate) => candidate.includes('error:')) ?? String(error)
  const advice =
    user !== undefined && !existsSync('/proc/self/cwd')
      ? `let uid ${user.uid} reach the folder, set DATA_DIR, or start as an ordinary user`
      : 'set DATABASE_URL to a PostgreSQL 15 or newer'
  return `The embedded PostgreSQL cannot make its files in ${path} (${line.trim()}): ${advice}`
}

function sync(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

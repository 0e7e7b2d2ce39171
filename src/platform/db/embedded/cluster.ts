import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../base/make-folder.ts'
import { UnusableDatabase } from '../unusable.ts'
import { syncFolder } from './folders.ts'
import { initDb } from './init-db.ts'
import { findPrograms, type Programs } from './programs.ts'
import { adviseRoom } from './reasons.ts'
import { chooseServerUser, type ServerUser } from './server-user.ts'

const freshPrefix = 'postgres.new-'
/** The file that marks a database that need not survive a crash of the machine. */
const throwAwayMark = 'throw-away'
/** The file that marks an unfinished restore. Such a folder is not served, and no new database is made in it. */
export const restoreMark = 'restore-unfinished'

/** A database on disk, with the parameters of its server. */
export interface Cluster {
  /** The operator's data folder. */
  readonly dataDir: string
  /** PostgreSQL's own folder inside it. */
  readonly path: string
  readonly logFile: string
  readonly password: string
  readonly user: ServerUser | undefined
  readonly programs: Programs
  /** Whether it is never flushed to disk, for the speed of a throw-away sandbox. */
  readonly isThrowAway: boolean
  /** The size of the server's cache, in MB; undefined: a part of the machine's memory. */
  readonly buffersMb?: number | undefined
}

/**
 * Opens the database files of a data folder. Without files it makes them: atomically, and durably unless they are to
 * be thrown away.
 */
export async function openCluster(dataDir: string, kind: 'durable' | 'throw-away' = 'durable'): Promise<Cluster> {
  const home = join(dataDir, 'postgres')
  const path = join(home, 'data')
  refuseUnfinished(dataDir)
  try {
    makeFolder(dataDir)
    const user = chooseServerUser(path)
    const programs = findPrograms(user)
    if (!isMade(home)) await makeCluster(dataDir, home, user, programs, kind === 'durable')
    const password = readFileSync(join(home, 'password'), 'utf8')
    const isThrowAway = existsSync(join(home, throwAwayMark))
    return { dataDir, path, logFile: join(home, 'server.log'), password, user, programs, isThrowAway }
  } catch (error) {
    throw explain(error, dataDir)
  }
}

function explain(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error
  const isOfOthers = error.code === 'EACCES' || error.code === 'EPERM'
  const what = isOfOthers ? 'belongs to another user' : 'cannot be used'
  const advice = adviseRoom(error.message) ?? 'set DATA_DIR, or DATABASE_URL'
  return new UnusableDatabase(`The data folder ${dataDir} ${what} (${error.message})`, advice)
}

/** Removes the files of starts that were killed halfway. */
export function removeUnfinished(cluster: Cluster): void {
  for (const name of readdirSync(cluster.dataDir)) {
    if (name.startsWith(freshPrefix)) rmSync(join(cluster.dataDir, name), { recursive: true, force: true })
  }
}

/** Returns whether the data folder has a database. Throws if the folder cannot be read. */
export function hasDatabase(dataDir: string): boolean {
  return isMade(join(dataDir, 'postgres'))
}

/** Refuses a data folder without a database: a mistyped path must not make an empty one. */
export function requireDatabase(dataDir: string): void {
  refuseUnfinished(dataDir)
  try {
    if (hasDatabase(dataDir)) return
  } catch (error) {
    throw explain(error, dataDir)
  }
  const advice = 'start the service on it first, or set DATA_DIR or DATABASE_URL'
  throw new UnusableDatabase(`There is no database in the data folder ${dataDir}`, advice)
}

function refuseUnfinished(dataDir: string): void {
  if (!existsSync(join(dataDir, restoreMark))) return
  throw new UnusableDatabase(`A restore into ${dataDir} was cut off: run it again, or empty the folder`)
}

function isMade(home: string): boolean {
  // An unreadable folder may have a database, so the error is thrown.
  return statSync(join(home, 'data', 'PG_VERSION'), { throwIfNoEntry: false }) !== undefined
}

async function makeCluster(
  dataDir: string,
  home: string,
  user: ServerUser | undefined,
  programs: Programs,
  isDurable: boolean,
): Promise<void> {
  const fresh = mkdtempSync(join(dataDir, freshPrefix))
  try {
    const passwordFile = join(fresh, 'password')
    writeFileSync(passwordFile, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    if (!isDurable) writeFileSync(join(fresh, throwAwayMark), '')
    await initDb({ path: join(fresh, 'data'), passwordFile, user, programs, isDurable })
    if (isDurable) syncFolder(fresh)
    renameSync(fresh, home)
    if (isDurable) syncFolder(dataDir)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    // Another start on this folder was faster. The lock decides which of the two continues.
    if (!isMade(home)) throw error
  }
}

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
/** Beside the files of a database that nobody wants to find again after a crash of the machine. */
const throwAwayMark = 'throw-away'
/** In a data folder that a restore has not finished: nobody serves from it, or makes a new database beside. */
export const restoreMark = 'restore-unfinished'

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
  /** Nothing of it is ever flushed to disk: that takes time, which is all that a throw-away sandbox has. */
  readonly isThrowAway: boolean
}

/** Opens the database files of a data folder, and makes them, durably unless to be thrown away, and all at once, where there are none yet. */
export async function openCluster(dataDir: string, wanted: 'durable' | 'throw-away' = 'durable'): Promise<Cluster> {
  const home = join(dataDir, 'postgres')
  const path = join(home, 'data')
  refuseUnfinished(dataDir)
  try {
    makeFolder(dataDir)
    const user = chooseServerUser(path)
    const programs = findPrograms(user)
    if (!isMade(home)) await makeCluster(dataDir, home, user, programs, wanted === 'durable')
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

/** Removes what starts that were killed half-way have left behind. */
export function removeUnfinished(cluster: Cluster): void {
  for (const name of readdirSync(cluster.dataDir)) {
    if (name.startsWith(freshPrefix)) rmSync(join(cluster.dataDir, name), { recursive: true, force: true })
  }
}

/** Whether a service has made its database in this data folder. Throws where that cannot be seen. */
export function hasDatabase(dataDir: string): boolean {
  return isMade(join(dataDir, 'postgres'))
}

/** Refuses a data folder that holds no database: whoever mistyped it wants no empty one. */
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
  // What somebody else keeps from us may be there.
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
    // Another start on this folder was quicker; the lock decides which of the two goes on.
    if (!isMade(home)) throw error
  }
}

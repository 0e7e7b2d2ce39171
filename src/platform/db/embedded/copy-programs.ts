import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { UnusableDatabase } from '../unusable.ts'

const marker = 'complete'

/**
 * Copies the programs, once for each boot of the machine, to a folder of root that every user can read, and returns
 * its path. For root with a checkout below a folder that only root may enter. Never uses a folder that another user
 * could have made or changed.
 */
export function copyPrograms(native: string): string {
  const parent = findSharedFolder()
  const folder = join(parent, `qist-postgres-${fingerprint(native)}`)
  if (isTrusted(folder, native)) return folder
  const fresh = mkdtempSync(join(parent, 'qist-postgres-new-'))
  cpSync(native, fresh, { recursive: true, verbatimSymlinks: true })
  openForReading(fresh)
  writeFileSync(join(fresh, marker), bootId())
  if (existsSync(folder) && isRoots(folder)) renameSync(folder, `${fresh}-old`)
  try {
    renameSync(fresh, folder)
  } catch (error) {
    // Another start was faster. Its copy is the same.
    rmSync(fresh, { recursive: true, force: true })
    if (!isTrusted(folder, native))
      throw new UnusableDatabase(`${folder} is in the way`, `remove it, or set DATABASE_URL (${error})`)
  }
  rmSync(`${fresh}-old`, { recursive: true, force: true })
  return folder
}

// In a folder that every user may write, a name is safe only with the sticky bit: otherwise others could rename it.
function findSharedFolder(): string {
  const usable = [tmpdir(), '/tmp', '/var/tmp'].find((folder) => {
    const stat = statSync(folder, { throwIfNoEntry: false })
    if (stat === undefined || stat.uid !== 0) return false
    return (stat.mode & 0o001) !== 0 && ((stat.mode & 0o022) === 0 || (stat.mode & 0o1000) !== 0)
  })
  if (usable === undefined)
    throw new UnusableDatabase('No temporary folder is safe for the database programs', 'set DATABASE_URL')
  return usable
}

// One copy for each checkout, so that two versions do not replace each other's copy.
function fingerprint(native: string): string {
  const about = readFileSync(join(dirname(native), 'package.json'))
  return createHash('sha256').update(about).update(native).digest('hex').slice(0, 16)
}

function isTrusted(folder: string, native: string): boolean {
  if (!isRoots(folder) || !existsSync(join(folder, marker))) return false
  // After a power cut the copy may be incomplete, and a cleaner of temporary files removes single files.
  if (readFileSync(join(folder, marker), 'utf8') !== bootId()) return false
  const copied = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  return readdirSync(native, { recursive: true, encoding: 'utf8' }).every((name) => copied.has(name))
}

function isRoots(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  return stat?.isDirectory() === true && stat.uid === 0 && (stat.mode & 0o022) === 0
}

function openForReading(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

function bootId(): string {
  const path = '/proc/sys/kernel/random/boot_id'
  return existsSync(path) ? readFileSync(path, 'utf8') : 'unknown'
}

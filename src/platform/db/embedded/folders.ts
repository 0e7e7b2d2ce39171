import { chownSync, closeSync, fsyncSync, lstatSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { UnusableDatabase } from '../unusable.ts'
import type { ServerUser } from './server-user.ts'

/**
 * Makes a private folder for sockets, which only the given user can enter. Its path is short: a socket's path may
 * have about 100 bytes.
 */
export function makePrivateFolder(user: ServerUser | undefined): string {
  const parent = process.platform === 'win32' || tmpdir().length < 70 ? tmpdir() : '/tmp'
  const folder = makeBelow(parent)
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  return folder
}

function makeBelow(parent: string): string {
  try {
    return mkdtempSync(join(parent, 'qist-'))
  } catch (error) {
    const problem = `There is no room for a socket in ${parent} (${error instanceof Error ? error.message : error})`
    throw new UnusableDatabase(problem, 'set TMPDIR to a folder that can be written')
  }
}

/**
 * Removes a private folder. The path may come from a file that the server's user can write, so it removes only a
 * folder that is certainly ours.
 */
export function removePrivateFolder(folder: string, user: ServerUser | undefined): void {
  if (!/^qist-\w{6}$/.test(basename(folder)) || ![tmpdir(), '/tmp'].includes(dirname(folder))) return
  const owner = user?.uid ?? process.getuid?.()
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  if (stat?.isDirectory() && stat.uid === owner) rmSync(folder, { recursive: true, force: true })
}

/** Flushes a folder, so that its names survive a crash of the machine. Does nothing where folders cannot be flushed. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

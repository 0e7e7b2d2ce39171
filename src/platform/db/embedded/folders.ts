import { chownSync, closeSync, fsyncSync, lstatSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { UnusableDatabase } from '../unusable.ts'
import type { ServerUser } from './server-user.ts'

/** A private folder with a short path, for sockets: these may have no more than about 100 bytes. Only the given user can enter. */
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
 * Removes it. The path may come from a file that the server's user can write: only what is surely a folder of ours is removed.
 */
export function removePrivateFolder(folder: string, user: ServerUser | undefined): void {
  if (!/^qist-\w{6}$/.test(basename(folder)) || ![tmpdir(), '/tmp'].includes(dirname(folder))) return
  const owner = user?.uid ?? process.getuid?.()
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  if (stat?.isDirectory() && stat.uid === owner) rmSync(folder, { recursive: true, force: true })
}

/** Makes sure that the names in a folder outlive a crash of the machine. Where folders cannot be flushed nothing is done. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for all temporary files of a test run. */
export interface TemporaryFolder {
  readonly path: string
  remove(): void
}

/** Linux keeps this folder in memory: databases there need not wait for a disk. */
const inMemory = '/dev/shm'

/** The tests use a quarter of it. */
const roomBytes = 8e9

/** Makes the folder, in memory if the machine has enough. */
export function makeTemporaryFolder(): TemporaryFolder {
  const parent = hasRoom() ? inMemory : tmpdir()
  // A short name, because the paths of sockets are limited.
  let path = mkdtempSync(join(parent, 'qt-'))
  const remove = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  if (parent === inMemory && !canExecute(path)) {
    remove()
    path = mkdtempSync(join(tmpdir(), 'qt-'))
  }
  // Like the machine's own temporary folder: root's databases run as another user.
  chmodSync(path, 0o1777)
  return { path, remove }
}

function hasRoom(): boolean {
  if (process.platform !== 'linux') return false
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return Math.min(bavail * bsize, freemem()) > roomBytes
  } catch {
    return false
  }
}

/** Whether copied programs can run there: some machines forbid it. */
function canExecute(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

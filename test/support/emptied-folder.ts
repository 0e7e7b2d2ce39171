import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findByEnvironment, findByFolder, killAll } from '../../testkit/process-table.ts'
import { retry } from '../../testkit/timeouts.ts'
import { keptFolder } from './kept-folder.ts'
import { cleanUp } from './service-process.ts'

/** A folder for the temporary files of one program. */
export interface EmptiedFolder {
  readonly path: string
  /** The program's environment: its temporary files go to this folder, and its processes can be found by it. */
  readonly env: NodeJS.ProcessEnv
  /** Waits until no file and no process of the program exists. */
  untilEmpty(): Promise<void>
  /** The remaining files (names) and processes (ids). */
  left(): (string | number)[]
}

/**
 * Makes a folder that is removed after the test. Its name is short because it contains sockets, whose paths are
 * limited.
 */
export function newEmptiedFolder(): EmptiedFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'qe-')))
  // When root runs the tests, PostgreSQL runs as another user and needs access.
  chmodSync(path, 0o755)
  const processes = (): number[] => [...findByEnvironment(`TMPDIR=${path}`), ...findByFolder(path)]
  const left = (): (string | number)[] => [...readdirSync(path), ...processes()]
  cleanUp(() => {
    killAll(processes(), 'SIGKILL')
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  })
  return {
    path,
    // All programs share node's compile cache.
    env: { TMPDIR: path, NODE_COMPILE_CACHE: join(keptFolder(), 'node-compile-cache') },
    left,
    untilEmpty: async () => void (await retry('nothing is left', () => left().length === 0)),
  }
}

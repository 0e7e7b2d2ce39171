import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findByEnvironment, findByFolder, killAll } from '../../testkit/process-table.ts'
import { retry } from '../../testkit/timeouts.ts'
import { keptFolder } from './kept-folder.ts'
import { cleanUp } from './service-process.ts'

/** A folder for temporary files that only one program uses. */
export interface EmptiedFolder {
  readonly path: string
  /** What the program is given, so that it leaves its files here and its processes can be found. */
  readonly env: NodeJS.ProcessEnv
  /** Waits until no file and no process of the program is left. */
  untilEmpty(): Promise<void>
  /** What is left of it now: names of files, numbers of processes. */
  left(): (string | number)[]
}

/** Makes one, which is gone after the test. Its name is short: sockets lie in it. */
export function newEmptiedFolder(): EmptiedFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'qe-')))
  // The user that root's databases run as has to pass.
  chmodSync(path, 0o755)
  const processes = (): number[] => [...findByEnvironment(`TMPDIR=${path}`), ...findByFolder(path)]
  const left = (): (string | number)[] => [...readdirSync(path), ...processes()]
  cleanUp(() => {
    killAll(processes(), 'SIGKILL')
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  })
  return {
    path,
    // What node keeps of compiled sources is shared by all.
    env: { TMPDIR: path, NODE_COMPILE_CACHE: join(keptFolder(), 'node-compile-cache') },
    left,
    untilEmpty: async () => void (await retry('nothing is left', () => left().length === 0)),
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { chooseServerUser } from '../src/platform/db/embedded/server-user.ts'
import { freePort } from '../testkit/listen.ts'
import { killAll } from '../testkit/process-table.ts'
import type { Random } from '../testkit/random.ts'

/** A program of a cluster, which runs as an unprivileged user in its own folder. */
export interface ClusterProcess {
  readonly pid: number
  /** Kills it and waits until it has ended. */
  kill(): Promise<void>
}

/**
 * Starts the program and stores its output in a file of its folder. Root starts it as an unprivileged user, as
 * PostgreSQL requires.
 */
export function startClusterProcess(program: string, args: readonly string[], folder: string): ClusterProcess {
  const log = openSync(`${folder}/log`, 'a')
  const child = spawn(program, args, {
    cwd: folder,
    // Ctrl-C is for the proof, which ends the programs in its own order.
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8' },
    ...chooseServerUser(folder),
  })
  closeSync(log)
  const gone = once(child, 'exit')
  // A failed start throws below.
  gone.catch(() => undefined)
  const { pid } = child
  if (pid === undefined) throw new Error(`${program} could not be started`)
  return {
    pid,
    async kill() {
      if (child.exitCode === null && child.signalCode === null) killAll([pid], 'SIGKILL')
      await gone
    },
  }
}

/**
 * Returns `count` free ports outside the range that systems assign: otherwise a connection could take a port during a
 * restart.
 */
export async function findFreePorts(count: number, random: Random): Promise<number[]> {
  const found = new Set<number>()
  while (found.size < count) found.add(await freePort(() => random.between(15_000, 32_000)))
  return [...found]
}

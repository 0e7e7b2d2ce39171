import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { chooseServerUser } from '../src/platform/db/embedded/server-user.ts'
import { freePort } from '../testkit/listen.ts'
import { killAll } from '../testkit/process-table.ts'
import type { Random } from '../testkit/random.ts'

/** A program of a cluster that runs as an unprivileged user, in a folder of its own. */
export interface ClusterProcess {
  readonly pid: number
  /** Kills it and waits until it is gone. */
  kill(): Promise<void>
}

/** Starts it; what it says is kept in a file of its folder. Root starts it as an unprivileged user, as PostgreSQL wants it. */
export function startClusterProcess(program: string, args: readonly string[], folder: string): ClusterProcess {
  const log = openSync(`${folder}/log`, 'a')
  const child = spawn(program, args, {
    cwd: folder,
    // Ctrl-C is for the proof, which ends them in its own order.
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8' },
    ...chooseServerUser(folder),
  })
  closeSync(log)
  const gone = once(child, 'exit')
  // That it could not be started is thrown below.
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

/** So many free ports, or a server that starts again might find its port taken by a connection. */
export async function findFreePorts(count: number, random: Random): Promise<number[]> {
  const found = new Set<number>()
  while (found.size < count) found.add(await freePort(() => random.between(15_000, 32_000)))
  return [...found]
}

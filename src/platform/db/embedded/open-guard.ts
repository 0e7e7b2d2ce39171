import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A separate process that removes the folder if this process is killed or fails. */
export interface Guard {
  /** Adds a process that the guard ends, too. */
  add(pid: number): void
  /** Ends the guard: nothing is left to remove. */
  close(): Promise<void>
}

/** Guards a folder and the embedded database in it: both are removed when this process ends, also if it is killed. */
export function openGuard(folder: string): Guard {
  // In the package both files are JavaScript.
  const program = new URL(`./guard${extname(import.meta.url)}`, import.meta.url)
  // In a session of its own, so that a signal to the process group does not end it.
  const guard = spawn(process.execPath, [fileURLToPath(program), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
  })
  // The guard waits for this process. This process must not wait for the guard if an earlier step of its end fails.
  guard.unref()
  if (guard.stdin instanceof Socket) guard.stdin.unref()
  const ended = once(guard, 'exit').catch(() => undefined)
  // Without a guard the sandbox still runs, and removes its folder unless it is killed.
  guard.stdin.on('error', () => undefined)
  return {
    add: (pid) => void guard.stdin.write(`${pid}\n`),
    async close() {
      guard.ref()
      guard.kill('SIGKILL')
      await ended
    },
  }
}

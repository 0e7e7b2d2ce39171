import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A process of its own that tidies up when this one cannot any more, because it was killed or failed. */
export interface Guard {
  /** It would end this process, too. */
  add(pid: number): void
  /** There is nothing left to tidy up. */
  close(): Promise<void>
}

/** Has a folder guarded, and the embedded database in it: whatever becomes of this process, both go with it. */
export function openGuard(folder: string): Guard {
  // Packed, it is JavaScript as this file is.
  const program = new URL(`./guard${extname(import.meta.url)}`, import.meta.url)
  // In a session of its own: what ends a whole group of processes leaves it to its work.
  const guard = spawn(process.execPath, [fileURLToPath(program), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
  })
  // It waits for the end of this process, which must not wait for it where an earlier step of tidying up fails.
  guard.unref()
  if (guard.stdin instanceof Socket) guard.stdin.unref()
  const ended = once(guard, 'exit').catch(() => undefined)
  // Where none can be started there is a sandbox all the same, which tidies up as long as it is not killed.
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

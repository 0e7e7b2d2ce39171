import { existsSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'

// Beside a process that works in a folder which is to go with it, and which this one is given. Standard input is that process's, and ends when it
// does: a folder that is still there then belonged to one that could not tidy up. Nothing is loaded before that.

const [folder = ''] = process.argv.slice(2)
const pids: number[] = []
for await (const line of createInterface({ input: process.stdin })) pids.push(Number(line))

if (existsSync(folder)) {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGTERM')
    } catch {
      // It has ended by itself.
    }
  }
  const { stopEmbedded } = await import('./embedded.ts')
  await stopEmbedded(folder).catch(() => undefined)
  // One that was still being made goes on writing for a moment, and removes what it wrote. What others remove at the same time ends our
  // removal, without an error.
  for (let tries = 0; tries < 100 && existsSync(folder); tries += 1) {
    if (tries > 0) await wait(100)
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

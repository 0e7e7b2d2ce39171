import { existsSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'

// Runs beside a process with a folder that must be removed with it. Standard input comes from that process and ends
// with it. If the folder still exists then, the process could not remove it. Nothing else is loaded before that.

const [folder = ''] = process.argv.slice(2)
const pids: number[] = []
for await (const line of createInterface({ input: process.stdin })) pids.push(Number(line))

if (existsSync(folder)) {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGTERM')
    } catch {
      // The process has ended already.
    }
  }
  const { stopEmbedded } = await import('./embedded.ts')
  await stopEmbedded(folder).catch(() => undefined)
  // A start that is still under way writes for a moment, and removes its files. A removal by another process at the
  // same time ends ours without an error.
  for (let tries = 0; tries < 100 && existsSync(folder); tries += 1) {
    if (tries > 0) await wait(100)
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

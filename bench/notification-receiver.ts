import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

interface Arrival {
  readonly notificationId: string
  /** The id at the beginning of the body. */
  readonly bodyId: string
  /** Milliseconds since 1970, with fractions. */
  readonly at: number
}

export interface BenchReceiver {
  readonly port: number
  /** A port that accepts connections and never answers. */
  readonly silentPort: number
  /** Waits for `count` notifications and returns them. */
  collect(count: number): Promise<Arrival[]>
  stop(): void
}

const timeoutMs = 60_000

/** Starts the merchants' server in its own process. */
export async function startReceiver(): Promise<BenchReceiver> {
  const child = fork(join(import.meta.dirname, 'receiver.ts'), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const [line] = await once(child.stdout ?? child, 'data')
  const { port, silentPort }: { port: number; silentPort: number } = JSON.parse(String(line))
  const collect = async (count: number): Promise<Arrival[]> => {
    const deliveries: Arrival[] = []
    const until = performance.now() + timeoutMs
    while (deliveries.length < count) {
      if (performance.now() > until) throw new Error(`${deliveries.length} of ${count} arrived`)
      const text = await (await fetch(`http://127.0.0.1:${port}/`)).text()
      for (const entry of text === '' ? [] : text.split('\n')) {
        const [notificationId = '', bodyId = '', at = ''] = entry.split(' ')
        deliveries.push({ notificationId, bodyId, at: Number(at) })
      }
      if (deliveries.length < count) await pause(100)
    }
    return deliveries
  }
  const stop = (): void => {
    if (child.connected) child.disconnect()
  }
  return { port, silentPort, collect, stop }
}

export interface LoopResult {
  readonly perSecond: number
  /** Milliseconds of every call. */
  readonly latencies: number[]
}

/** One call: its number, its client, and its due time by `performance.now()`. */
export type Call = (n: number, client: number, dueAt: number) => Promise<void>

/** Runs the call `calls` times by several clients. Each client waits for its answer before it calls again. */
export async function closedLoop(calls: number, clients: number, call: Call): Promise<LoopResult> {
  const latencies: number[] = []
  let next = 0
  const startedAt = performance.now()
  const work = async (client: number): Promise<void> => {
    for (let n = next++; n < calls; n = next++) {
      const calledAt = performance.now()
      await call(n, client, calledAt)
      latencies.push(performance.now() - calledAt)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
  return { perSecond: (calls / (performance.now() - startedAt)) * 1_000, latencies }
}

/**
 * Runs the call at a constant rate, whether or not earlier calls were answered. Latency counts from the due time. So a
 * stalled service is charged for every call that was due meanwhile, also for calls that no client was free to send.
 */
export function openLoop(calls: number, perSecond: number, clients: number, call: Call): Promise<LoopResult> {
  const { promise, resolve, reject } = Promise.withResolvers<LoopResult>()
  const latencies: number[] = []
  const free = Array.from({ length: clients }, (_, client) => client)
  const startedAt = performance.now()
  const dueAt = (n: number): number => startedAt + (n * 1_000) / perSecond
  let next = 0
  const send = async (client: number): Promise<void> => {
    const n = next++
    await call(n, client, dueAt(n))
    const now = performance.now()
    latencies.push(now - dueAt(n))
    free.push(client)
    if (latencies.length === calls) resolve({ perSecond: (calls / (now - startedAt)) * 1_000, latencies })
    else sendDue()
  }
  // Runs every millisecond and after every answer. Being late is part of the latency.
  const sendDue = (): void => {
    while (next < calls && dueAt(next) <= performance.now()) {
      const client = free.pop()
      if (client === undefined) return
      send(client).catch(reject)
    }
  }
  const ticking = setInterval(sendDue, 1)
  return promise.finally(() => clearInterval(ticking))
}

export interface LoopResult {
  readonly perSecond: number
  /** Milliseconds of every call. */
  readonly latencies: number[]
}

/** One call: the how manieth it is, which of the clients makes it, and when it was due, as `performance.now()` tells time. */
export type Call = (n: number, client: number, dueAt: number) => Promise<void>

/** Runs the call so many times by so many clients, each of which waits for its answer before it calls again. */
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
 * Runs the call so many times at a constant rate, whether or not earlier calls were answered. A latency counts from the moment
 * at which the call was due, so a service that stalls is charged for every call that was due meanwhile, those included that no
 * client was free to send.
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
  // Looked at every millisecond and after every answer. Being late is part of the latency.
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

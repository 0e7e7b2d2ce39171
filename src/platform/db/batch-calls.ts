import { DeadlinePassed } from '../base/deadline.ts'
import { isOfOutage } from './outage.ts'

/** Follows calls through batches, for traces. */
export interface Follow {
  /** Follows one call from its beginning to its answer. */
  call<T>(work: () => Promise<T>): Promise<T>
  /** Follows a batch of `size` calls, in the order of their arrival. It belongs to all of them. */
  batch(size: number, work: () => Promise<void>): Promise<void>
}

/** How calls of the same time are batched. */
interface BatchOptions<In> {
  /**
   * Calls of different names never share a batch. On a store in shards the name is the shard, because two shards
   * cannot be written at once.
   */
  readonly apart?: (input: In) => string
  /** The most calls in one batch. */
  readonly maxBatchSize: number
  /** The most batches at the same time. Further calls wait and share the next batch. */
  readonly maxInFlight: number
  readonly follow?: Follow | undefined
}

interface Waiting<In, Out> {
  readonly input: In
  resolve(output: Out): void
  reject(error: unknown): void
}

/**
 * Puts calls of the same time into one round trip. While fewer than `maxInFlight` batches run, a call waits for
 * others until the end of this turn of the event loop only. `run` returns one output for every input, in order. If a
 * batch fails with an error that one call may have caused, every call of it runs again alone, so that no call fails
 * because of another.
 */
export function batchCalls<In, Out>(
  options: BatchOptions<In>,
  run: (inputs: readonly In[]) => Promise<readonly Out[]>,
): (input: In) => Promise<Out> {
  const { apart } = options
  if (apart === undefined) return openBatches(options, run)
  const byName = new Map<string, (input: In) => Promise<Out>>()
  return (input) => {
    const name = apart(input)
    const batches = byName.get(name) ?? openBatches(options, run)
    byName.set(name, batches)
    return batches(input)
  }
}

function openBatches<In, Out>(
  options: BatchOptions<In>,
  run: (inputs: readonly In[]) => Promise<readonly Out[]>,
): (input: In) => Promise<Out> {
  const { follow } = options
  const waiting: Waiting<In, Out>[] = []
  let inFlight = 0
  let isPlanned = false

  async function start(batch: readonly Waiting<In, Out>[]): Promise<void> {
    inFlight += 1
    try {
      await (follow === undefined ? runBatch(batch) : follow.batch(batch.length, () => runBatch(batch)))
    } finally {
      inFlight -= 1
      plan()
    }
  }

  async function runBatch(batch: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const outputs = await run(batch.map((call) => call.input))
      if (outputs.length !== batch.length) throw new Error(`${outputs.length} answers to ${batch.length} calls`)
      for (const [index, call] of batch.entries()) call.resolve(outputs[index] as Out)
    } catch (error) {
      if (batch.length > 1 && isOfOneCall(error)) await Promise.all(batch.map((call) => runBatch([call])))
      else for (const call of batch) call.reject(error)
    }
  }

  function plan(): void {
    if (isPlanned || waiting.length === 0 || inFlight >= options.maxInFlight) return
    isPlanned = true
    setImmediate(next)
  }

  function next(): void {
    isPlanned = false
    void start(waiting.splice(0, options.maxBatchSize))
    plan()
  }

  const call = (input: In): Promise<Out> =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      plan()
    })
  return follow === undefined ? call : (input) => follow.call(() => call(input))
}

/**
 * Returns whether the server refused the whole statement because of one of its calls or rows: then nothing was
 * written. False if the connection, the server or its resources failed, because it is unknown then what was written.
 * False also if one shard refused its part and another has written.
 */
export function isOfOneCall(error: unknown): boolean {
  return /^[0-9A-Z]{5}$/.test(codeOf(error)) && !isDatabaseTrouble(error)
}

/**
 * Returns whether the connection, the server or its resources failed, or the answer took too long. The statement is
 * not the reason.
 */
export function isDatabaseTrouble(error: unknown): boolean {
  return error instanceof DeadlinePassed || isOfOutage(error) || /^((08|53|57|58)...|E[A-Z]{3,})$/.test(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

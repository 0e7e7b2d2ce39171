import { DeadlinePassed } from '../base/deadline.ts'
import { isOfOutage } from './outage.ts'

/** Whoever follows calls through batches: traces. */
export interface Follow {
  /** One call, from its beginning to its answer. */
  call<T>(work: () => Promise<T>): Promise<T>
  /** A batch of so many calls, in the order in which they came: it is part of none of them alone. */
  batch(size: number, work: () => Promise<void>): Promise<void>
}

/** How calls that come at the same time are put together. */
interface BatchOptions<In> {
  /** Calls of different names never share a batch: in a store in shards, what is written of two shards is not written as one. */
  readonly apart?: (input: In) => string
  /** The most calls in one batch. */
  readonly maxBatchSize: number
  /** The most batches under way. While so many are, later calls wait, and go together soon after one is done. */
  readonly maxInFlight: number
  /** Absent: nobody does. */
  readonly follow?: Follow | undefined
}

interface Waiting<In, Out> {
  readonly input: In
  resolve(output: Out): void
  reject(error: unknown): void
}

/**
 * Puts calls that come at the same time into one round trip. Nobody waits for company longer than this turn of the event loop
 * takes, in which whatever has arrived is read, while fewer than `maxInFlight` batches are under way. `run` answers one output
 * for every input, in order. When a batch fails with an error that one call may have caused, every call of it is run again by
 * itself, so that nobody pays for another's mistake.
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
 * Whether the server refused the statement as a whole, for whatever one of the calls in it or a row of it did: then nothing was
 * written. Not so where the connection, the server or its resources failed: that is no single call's doing, and what was written is
 * unknown. Nor where one shard refused its part and another has written its own.
 */
export function isOfOneCall(error: unknown): boolean {
  return /^[0-9A-Z]{5}$/.test(codeOf(error)) && !isDatabaseTrouble(error)
}

/** Whether the connection, the server or its resources failed, or it took too long: no fault of what was asked. */
export function isDatabaseTrouble(error: unknown): boolean {
  return error instanceof DeadlinePassed || isOfOutage(error) || /^((08|53|57|58)...|E[A-Z]{3,})$/.test(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

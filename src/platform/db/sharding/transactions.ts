import { isOfOneCall } from '../batch-calls.ts'
import type { Db, Tx } from '../db.ts'
import type { openPlaces, Place } from './place-statement.ts'
import type { ShardMap, ShardNode } from './shard-map.ts'
import { ofShard } from './shard-statement.ts'

/** The place of each statement, and the databases of the nodes. */
export interface Places {
  readonly map: ShardMap
  readonly placeOf: ReturnType<typeof openPlaces>
  readonly coordinator: Db
  open(node: ShardNode): Db
}

type Work<T> = (tx: Tx) => Promise<T>

/**
 * A statement of a transaction belongs to another node. Nothing was written, and the transaction starts again on
 * that node or at the coordinator.
 */
class Elsewhere extends Error {
  readonly node: ShardNode | undefined

  constructor(node?: ShardNode) {
    super('a statement of the transaction is for another node')
    this.node = node
  }
}

/**
 * Runs a transaction on the node of its first statement. If a later statement needs another node or writes a copied
 * table, the transaction starts again at the coordinator. Then `work` is called again.
 */
export async function transactionIn<T>(places: Places, work: Work<T>, limitMs: number | undefined): Promise<T> {
  const scouted = await scout(places, work)
  if ('answer' in scouted) return scouted.answer
  if (scouted.node === undefined) return onCoordinator(places, work, limitMs)
  const done = await tryOn(places, scouted.node, work, limitMs)
  return done === undefined ? places.coordinator.transaction(work, limitMs) : done.answer
}

// Calls the work up to its first statement, without running it, and returns the node of that statement.
async function scout<T>({ placeOf }: Places, work: Work<T>): Promise<{ answer: T } | { node: ShardNode | undefined }> {
  let first: { node: ShardNode | undefined } | undefined
  const leave = (node: ShardNode | undefined): Promise<never> => {
    first ??= { node }
    return Promise.reject(new Elsewhere(node))
  }
  const run: Tx['run'] = (statement, params) => leave(nodeFor(placeOf(statement, params)))
  try {
    const answer = await work({
      isTransaction: true,
      run,
      runText: () => leave(undefined),
      afterCommit: () => undefined,
    })
    return first ?? { answer }
  } catch (error) {
    if (first === undefined) throw error
    return first
  }
}

async function tryOn<T>(
  places: Places,
  node: ShardNode,
  work: Work<T>,
  limitMs: number | undefined,
): Promise<{ answer: T } | undefined> {
  try {
    return { answer: await onNode(places, node, work, limitMs) }
  } catch (error) {
    if (error instanceof Elsewhere) return undefined
    throw error
  }
}

function onNode<T>({ map, placeOf, open }: Places, node: ShardNode, work: Work<T>, limitMs?: number): Promise<T> {
  const any = map.shards.find((shard) => shard.node.id === node.id)
  return open(node).transaction((tx) => {
    const run: Tx['run'] = async (statement, params) => {
      const place = placeOf(statement, params)
      if (place === 'undecided') return tx.run(statement, params)
      if (place === 'anywhere' && any !== undefined) return tx.run(ofShard(statement, any), params)
      if (typeof place === 'string' || nodeFor(place)?.id !== node.id) throw new Elsewhere()
      const rows = []
      for (const part of place) rows.push(...(await tx.run(ofShard(statement, part.shard), part.params)))
      return rows
    }
    return workOn({ ...tx, run }, work)
  }, limitMs)
}

// The first statements may reach no row, for example an advisory lock. Then the first statement with rows decides
// the node.
async function onCoordinator<T>(places: Places, work: Work<T>, limitMs: number | undefined): Promise<T> {
  const once = (isFirst: boolean): Promise<T> =>
    places.coordinator.transaction((tx) => {
      let isUndecided = isFirst
      const run: Tx['run'] = async (statement, params) => {
        const place = places.placeOf(statement, params)
        const node = nodeFor(place)
        if (isUndecided && node !== undefined) throw new Elsewhere(node)
        isUndecided &&= place === 'undecided'
        return tx.run(statement, params)
      }
      return workOn({ ...tx, run }, work)
    }, limitMs)
  try {
    return await once(true)
  } catch (error) {
    if (!(error instanceof Elsewhere) || error.node === undefined) throw error
    const done = await tryOn(places, error.node, work, limitMs)
    return done === undefined ? once(false) : done.answer
  }
}

// A statement of another node was not sent. The work may ignore its error, and then the commit would save the rest.
// So the error is thrown again after the work.
async function workOn<T>(tx: Tx, work: Work<T>): Promise<T> {
  let elsewhere: Elsewhere | undefined
  const run: Tx['run'] = (statement, params) =>
    tx.run(statement, params).catch((error: unknown) => {
      if (error instanceof Elsewhere) elsewhere ??= error
      throw error
    })
  const answer = await work({ ...tx, run })
  if (elsewhere !== undefined) throw elsewhere
  return answer
}

/** Returns the node of this place if it is a single one. */
function nodeFor(place: Place<unknown>): ShardNode | undefined {
  if (typeof place === 'string') return undefined
  const [first, ...others] = place.map(({ shard }) => shard.node)
  return others.every(({ id }) => id === first?.id) ? first : undefined
}

/**
 * Some shards have written their part of a statement, and another shard has refused its part. The error has no
 * code, because every code of a refusal says that nothing was written.
 */
class WrittenInPart extends Error {
  override readonly name = 'WrittenInPart'

  constructor(cause: unknown) {
    super(`some shards have written their part of it: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/**
 * Returns the error of a statement in several parts. An error with an unknown outcome comes before a refusal, after
 * which nothing was written. `isWritten`: other parts have written.
 */
export function failureOfParts(failures: readonly unknown[], isWritten: boolean): unknown {
  const failure = failures.find((one) => !isOfOneCall(one)) ?? failures[0]
  return isWritten && isOfOneCall(failure) ? new WrittenInPart(failure) : failure
}

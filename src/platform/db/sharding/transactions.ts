import { isOfOneCall } from '../batch-calls.ts'
import type { Db, Tx } from '../db.ts'
import type { openPlaces, Place } from './place-statement.ts'
import type { ShardMap, ShardNode } from './shard-map.ts'
import { ofShard } from './shard-statement.ts'

/** Where what is, and who reaches it. */
export interface Places {
  readonly map: ShardMap
  readonly placeOf: ReturnType<typeof openPlaces>
  readonly coordinator: Db
  open(node: ShardNode): Db
}

type Work<T> = (tx: Tx) => Promise<T>

/**
 * A statement of a transaction is for another node. Nothing is written, and the transaction is begun anew there, or
 * at the coordinator.
 */
class Elsewhere extends Error {
  readonly node: ShardNode | undefined

  constructor(node?: ShardNode) {
    super('a statement of the transaction is for another node')
    this.node = node
  }
}

/**
 * Runs a transaction on the node of its first statement. Where it turns out that it is of several nodes, or changes
 * what all of them have a copy of, it is begun anew at the coordinator: the work is called again.
 */
export async function transactionIn<T>(places: Places, work: Work<T>, limitMs: number | undefined): Promise<T> {
  const scouted = await scout(places, work)
  if ('answer' in scouted) return scouted.answer
  if (scouted.node === undefined) return onCoordinator(places, work, limitMs)
  const done = await tryOn(places, scouted.node, work, limitMs)
  return done === undefined ? places.coordinator.transaction(work, limitMs) : done.answer
}

// The work is called until its first statement, which is not run: that says where.
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

// What reaches no row, as taking a lock by a number, is begun anew where the first rows are.
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

// Nothing was asked of the server for a statement that belongs elsewhere: it would commit the rest, were the work to
// make nothing of that.
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

/** The only node that it takes. */
function nodeFor(place: Place<unknown>): ShardNode | undefined {
  if (typeof place === 'string') return undefined
  const [first, ...others] = place.map(({ shard }) => shard.node)
  return others.every(({ id }) => id === first?.id) ? first : undefined
}

/**
 * Some shards have written their part of a statement, and another has refused its own. It has no code: none may be
 * taken to say that nothing was written.
 */
class WrittenInPart extends Error {
  override readonly name = 'WrittenInPart'

  constructor(cause: unknown) {
    super(`some shards have written their part of it: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/**
 * What is said of a statement whose parts have failed so: what leaves unknown what was written, before what says
 * that nothing was. `isWritten`: whether others have written theirs.
 */
export function failureOfParts(failures: readonly unknown[], isWritten: boolean): unknown {
  const failure = failures.find((one) => !isOfOneCall(one)) ?? failures[0]
  return isWritten && isOfOneCall(failure) ? new WrittenInPart(failure) : failure
}

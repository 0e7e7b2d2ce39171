import type { Statement } from '../statement.ts'

/** What the answers of all shards come to: their rows one after the other, unless a statement says otherwise. */
export type Merge<Params, Row> = (rows: readonly Row[], params: Params) => Row[]

const merges = new WeakMap<object, Merge<never, never> | undefined>()

/**
 * Declares that a statement, which names no merchant, is run in each shard by itself on a store in shards: what it
 * finds, claims or removes of one merchant has nothing to do with what it does of another. Without a `merge` it is
 * run in one shard after the other, until so many rows have come as its parameter `limit` or `most` allows.
 */
export function onEachShard<Params, Row>(
  statement: Statement<Params, Row>,
  merge?: Merge<Params, Row>,
): Statement<Params, Row> {
  merges.set(statement, merge as Merge<never, never> | undefined)
  return statement
}

/** The statement's merge; `inTurn` where it has none, and undefined where it is not for each shard. */
export function mergeOf<Params, Row>(statement: Statement<Params, Row>): Merge<Params, Row> | 'inTurn' | undefined {
  if (!merges.has(statement)) return undefined
  return (merges.get(statement) as Merge<Params, Row> | undefined) ?? 'inTurn'
}

/** All in the order of these columns, and no more than `limit`. */
export function inOrder<Params, Row extends Readonly<Record<string, unknown>>>(
  ...columns: readonly (keyof Row & string)[]
): Merge<Params, Row> {
  return (rows, params) => {
    const { limit } = params as { readonly limit?: number }
    return rows.toSorted((a, b) => compareBy(columns, a, b)).slice(0, limit)
  }
}

function compareBy<Row>(columns: readonly (keyof Row)[], a: Row, b: Row): number {
  for (const column of columns) {
    const [left, right] = [a[column], b[column]]
    if (left === right) continue
    return (left as number) < (right as number) ? -1 : 1
  }
  return 0
}

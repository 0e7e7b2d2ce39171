import type { Statement } from '../statement.ts'

/** Merges the rows of all shards, for a statement that does not simply append them. */
export type Merge<Params, Row> = (rows: readonly Row[], params: Params) => Row[]

const merges = new WeakMap<object, Merge<never, never> | undefined>()

/**
 * Declares that a statement without a merchant runs separately in each shard of a store. Its work for one merchant
 * must not depend on another merchant. Without a `merge` the shards run one after the other, until the parameter
 * `limit` or `most` is reached.
 */
export function onEachShard<Params, Row>(
  statement: Statement<Params, Row>,
  merge?: Merge<Params, Row>,
): Statement<Params, Row> {
  merges.set(statement, merge as Merge<never, never> | undefined)
  return statement
}

/** Returns the statement's merge; `inTurn` without one; undefined if the statement is not for each shard. */
export function mergeOf<Params, Row>(statement: Statement<Params, Row>): Merge<Params, Row> | 'inTurn' | undefined {
  if (!merges.has(statement)) return undefined
  return (merges.get(statement) as Merge<Params, Row> | undefined) ?? 'inTurn'
}

/** Merges the rows in the order of these columns, at most `limit`. */
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

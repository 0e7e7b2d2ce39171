import type { Db, Queryable, Tx } from '../../db/db.ts'
import type { Statement } from '../../db/statement.ts'
import type { Traces } from './traces.ts'

const system = { 'db.system.name': 'postgresql' }

/** Returns the database with a span for each statement that runs within a span. */
export function traceDb(db: Db, traces: Traces): Db {
  return {
    ...db,
    run: runOn(db, traces),
    transaction(work, limitMs) {
      const once = () => db.transaction((tx) => work(traceTx(tx, traces)), limitMs)
      return traces.isWithin() ? traces.span('transaction', system, once) : once()
    },
    follow: (statement) => traces.follow(statement),
  }
}

function traceTx(tx: Tx, traces: Traces): Tx {
  return { ...tx, run: runOn(tx, traces) }
}

function runOn(on: Queryable, traces: Traces): Queryable['run'] {
  return <Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]> => {
    if (!traces.isWithin()) return on.run(statement, params)
    const attributes = { ...system, 'db.operation.name': statement.name, 'db.operation.batch.size': sizeOf(params) }
    return traces.span(statement.name, attributes, () => on.run(statement, params))
  }
}

/** Returns the length of a statement's longest list parameter. */
function sizeOf(params: unknown): number {
  const lists = Object.values(params ?? {}).filter((value) => Array.isArray(value))
  return Math.max(1, ...lists.map((list) => list.length))
}

import type { App } from '../../platform/app/app.ts'
import { type Bulkhead, newBulkhead } from '../../platform/base/bulkhead.ts'
import type { Db } from '../../platform/db/db.ts'

/** Of one process: documents that are made at the same time, and those that wait. Each reads all of a payment. */
export const documentLimits = { maxInFlight: 2, maxQueued: 20 } as const

const bulkheads = new WeakMap<Db, Bulkhead>()

/** Makes a document in its turn. Refuses with 429 if too many wait. */
export function makeInTurn<T>({ db }: App, make: () => Promise<T>): Promise<T> {
  const bulkhead = bulkheads.get(db) ?? newBulkhead(documentLimits)
  bulkheads.set(db, bulkhead)
  return bulkhead.run('documents', make)
}

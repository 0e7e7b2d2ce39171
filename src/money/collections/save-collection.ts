import type { Queryable } from '../../platform/db/db.ts'
import type { Collection } from './collection.ts'
import { collectionRow, updateCollection } from './store/collections.ts'

/** Saves a collection on the version that was read; false, and nothing is written, when somebody was faster. */
export async function saveCollection(on: Queryable, collection: Collection): Promise<boolean> {
  return (await on.run(updateCollection, collectionRow(collection))).length > 0
}

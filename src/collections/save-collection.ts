import type { Instant } from '../base/times.ts'
import type { Queryable } from '../db/db.ts'
import { planAt } from '../plans/plan.ts'
import { type CollectionFacts, nextStep } from '../plans/schedule.ts'
import type { Collection } from './collection.ts'
import { collectionRow, updateCollection } from './store/collections.ts'

/** Saves a collection on the version that was read; false, and nothing is written, when somebody was faster. */
export async function saveCollection(on: Queryable, collection: Collection): Promise<boolean> {
  return (await on.run(updateCollection, collectionRow(collection))).length > 0
}

/** The collection with what happens next by itself, and whether it is failing, by what is known now. */
export function scheduled(collection: Collection, facts: CollectionFacts, now: Instant): Collection {
  const { status } = planAt(facts, now)
  return {
    ...collection,
    isFailing: status === 'overdue' || status === 'defaulted',
    dueAt: collection.chargeId === null ? (nextStep(facts, now)?.at ?? null) : null,
  }
}

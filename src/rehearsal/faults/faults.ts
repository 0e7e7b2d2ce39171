import type { App } from '../../platform/app/app.ts'
import { newOrderedId } from '../../platform/base/ids.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import { refusals } from '../refusals.ts'
import { deleteAllMarkedDeliveries, deleteOldMarkedDeliveries } from './deliveries/store.ts'
import type { Fault, FaultRule } from './fault.ts'
import type { ParsedRule } from './read-rule.ts'
import * as store from './store.ts'

/** Adds a rule behind those that the merchant has in this mode. Refuses one beyond the hundredth. Holds in every process from now on. */
export async function addFault(
  app: App,
  { merchantId, isTest }: MerchantMode,
  { rule, lifeMs }: ParsedRule,
): Promise<Fault> {
  const now = app.clock.now()
  const [id, revision] = [newOrderedId(), newOrderedId()]
  return app.db.transaction(async (tx) => {
    await tx.run(store.lockFaults, { merchantId, isTest })
    await tx.run(store.deleteEndedFaultsOf, { merchantId, isTest, now })
    const inserted = await tx.run(store.insertFault, { merchantId, isTest, id, revision, rule, endsAt: now + lifeMs })
    if (inserted.length === 0) throw refusals.tooManyFaults()
    return { id, rule, hits: 0 }
  })
}

/**
 * Has a rule of the sandbox's own under this id tried before the merchant's, however many those are, for so long. Again changes nothing.
 */
export async function addFirstFault(
  app: App,
  { merchantId, isTest }: MerchantMode,
  id: string,
  rule: FaultRule,
  lifeMs: number,
): Promise<void> {
  const endsAt = app.clock.now() + lifeMs
  await app.db.transaction(async (tx) => {
    await tx.run(store.lockFaults, { merchantId, isTest })
    await tx.run(store.insertFirstFault, { merchantId, isTest, id, revision: newOrderedId(), rule, endsAt })
  })
}

/** The merchant's rules in this mode that have not ended, in the order in which they are tried. */
export function listFaults(app: App, { merchantId, isTest }: MerchantMode): Promise<Fault[]> {
  return app.db.run(store.listFaults, { merchantId, isTest, now: app.clock.now() })
}

/** Puts another rule in the place of one: it lives from now on, and has counted nothing. Refuses an id of none that lives. */
export async function replaceFault(
  app: App,
  { merchantId, isTest }: MerchantMode,
  id: string,
  { rule, lifeMs }: ParsedRule,
): Promise<Fault> {
  const now = app.clock.now()
  const of = { merchantId, isTest, id, revision: newOrderedId() }
  const replaced = await app.db.run(store.replaceFault, { ...of, rule, now, endsAt: now + lifeMs })
  if (replaced.length === 0) throw refusals.noSuchFault()
  return { id, rule, hits: 0 }
}

/** Removes a rule. Refuses an id of none that lives. */
export async function removeFault(app: App, { merchantId, isTest }: MerchantMode, id: string): Promise<void> {
  const removed = await app.db.run(store.deleteFault, { merchantId, isTest, id, now: app.clock.now() })
  if (removed.length === 0) throw refusals.noSuchFault()
}

/** Removes all rules of the merchant in this mode. What they hold already is sent when its time comes. */
export async function removeFaults(db: Queryable, { merchantId, isTest }: MerchantMode): Promise<void> {
  await db.run(store.deleteFaults, { merchantId, isTest })
}

const removalBatch = 500

/** Removes a removalBatch of the rules that have ended, one of what such rules have counted, and one of what they began and nobody ended. Answers how many there were. */
export async function removeEndedFaults(app: App): Promise<number> {
  const over = { now: app.clock.now(), most: removalBatch }
  const faults = await app.db.run(store.deleteEndedFaults, over)
  const counts = await app.db.run(store.deleteEndedCounts, over)
  const marked = await app.db.run(deleteOldMarkedDeliveries, over)
  return faults.length + counts.length + marked.length
}

/** Removes the rules of all merchants, and what they have counted and held. */
export async function leaveFaults(app: App): Promise<void> {
  await app.db.run(store.deleteAllFaults, {})
  await app.db.run(store.deleteAllCounts, {})
  await app.db.run(deleteAllMarkedDeliveries, {})
}

import type { App } from '../../platform/app/app.ts'
import { newOrderedId } from '../../platform/base/ids.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import { refusals } from '../refusals.ts'
import { deleteAllMarkedDeliveries, deleteOldMarkedDeliveries } from './deliveries/store.ts'
import type { Fault, FaultRule } from './fault.ts'
import type { ParsedRule } from './read-rule.ts'
import * as store from './store.ts'

/**
 * Adds a rule after the merchant's other rules of this mode. Refuses more than 100. Effective at once in every process.
 */
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
 * Adds a rule of a rehearsal under this id before all rules of the merchant. It ends after `lifeMs`. Safe to repeat.
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

/** Returns the merchant's active rules in this mode, in the order in which they are tried. */
export function listFaults(app: App, { merchantId, isTest }: MerchantMode): Promise<Fault[]> {
  return app.db.run(store.listFaults, { merchantId, isTest, now: app.clock.now() })
}

/** Replaces a rule. The new rule starts without counts. Refuses an unknown or ended rule. */
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

/** Removes a rule. Refuses an unknown or ended rule. */
export async function removeFault(app: App, { merchantId, isTest }: MerchantMode, id: string): Promise<void> {
  const removed = await app.db.run(store.deleteFault, { merchantId, isTest, id, now: app.clock.now() })
  if (removed.length === 0) throw refusals.noSuchFault()
}

/** Removes all rules of the merchant in this mode. Notifications already on hold are sent when their time comes. */
export async function removeFaults(db: Queryable, { merchantId, isTest }: MerchantMode): Promise<void> {
  await db.run(store.deleteFaults, { merchantId, isTest })
}

const removalBatch = 500

/**
 * Removes a batch each of ended rules, of their counts, and of expired delivery marks. Returns the number of removed
 * rows.
 */
export async function removeEndedFaults(app: App): Promise<number> {
  const over = { now: app.clock.now(), most: removalBatch }
  const faults = await app.db.run(store.deleteEndedFaults, over)
  const counts = await app.db.run(store.deleteEndedCounts, over)
  const marked = await app.db.run(deleteOldMarkedDeliveries, over)
  return faults.length + counts.length + marked.length
}

/** Removes the rules, counts and delivery marks of all merchants. */
export async function leaveFaults(app: App): Promise<void> {
  await app.db.run(store.deleteAllFaults, {})
  await app.db.run(store.deleteAllCounts, {})
  await app.db.run(deleteAllMarkedDeliveries, {})
}

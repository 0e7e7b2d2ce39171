import type { Card } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { getStore } from '../../platform/merchants/stores/stores.ts'
import type { Charge } from '../charges/charge.ts'
import { listCharges } from '../charges/charges.ts'
import { getPayment } from '../payments/get-payment.ts'
import type { Payment } from '../payments/payment.ts'
import { collectionTimeOf, daysLater, localDateOf } from '../plans/local-time.ts'
import type { CollectionFacts } from '../plans/schedule.ts'
import { type Collection, scheduled } from './collection.ts'
import { factsOf } from './facts.ts'
import { refusals } from './refusals.ts'
import {
  collectionFrom,
  collectionRow,
  findCollection,
  insertCollection,
  quietCollection as quiet,
  updateCollection,
} from './store/collections.ts'

/** A payment's collection with its payment, charges and facts. */
export interface LoadedCollection {
  readonly collection: Collection
  readonly payment: Payment
  /** Oldest first. */
  readonly charges: readonly Charge[]
  readonly facts: CollectionFacts
  readonly storeName: string
  readonly storeLogo: string | null
}

/**
 * Returns a payment's collection; undefined if the payment is not authorized. Reads the collection first: a charge in
 * between changes its version, so that no charge is based on old data.
 */
export async function loadCollection(
  app: App,
  actor: Actor,
  paymentId: PaymentId,
): Promise<LoadedCollection | undefined> {
  const { merchantId, isTest } = actor
  const [row] = await app.db.run(findCollection, { merchantId, id: paymentId, isTest })
  if (row === undefined) return undefined
  const collection = collectionFrom(row)
  const [payment, charges] = await Promise.all([getPayment(app, actor, paymentId), listCharges(app, actor, paymentId)])
  const { name: storeName, logo: storeLogo } = await getStore(app, merchantId, payment.storeId)
  return { collection, payment, charges, facts: factsOf(app, collection, payment, charges), storeName, storeLogo }
}

/**
 * Returns a payment's collection with its payment and charges. Refuses with 404 a payment of another merchant or mode,
 * and one that was never authorized.
 */
export async function getCollection(app: App, actor: Actor, paymentId: PaymentId): Promise<LoadedCollection> {
  const loaded = await loadCollection(app, actor, paymentId)
  if (loaded !== undefined) return loaded
  await getPayment(app, actor, paymentId)
  throw refusals.noPlan()
}

/** The first charge of a plan, and its customer. */
interface PlanStart {
  /** When the charge was created, also if it was approved on a later day. */
  readonly startsAt: Instant
  /** E.164; empty where there is none. */
  readonly phone: string
  readonly lang: 'en' | 'ar'
  readonly card: Card
  readonly networkReference: string
}

/** Starts the collection of a payment's later parts from this card, in the transaction that authorizes the payment. */
export async function openCollection(app: App, tx: Tx, payment: Payment, start: PlanStart): Promise<void> {
  const { authorizedAt } = payment
  if (authorizedAt === null) throw new Error(`payment ${payment.id} is not authorized`)
  const { merchantId, id: paymentId, isTest, currency } = payment
  const collection: Collection = {
    merchantId,
    paymentId,
    isTest,
    version: 1,
    ...start,
    currency,
    cardSince: start.startsAt,
    chargeId: null,
    remindedFor: null,
    defaultedAt: null,
    quietUntil: null,
    isFailing: false,
    dueAt: null,
  }
  const facts = factsOf(app, collection, payment, [])
  await tx.run(insertCollection, collectionRow(scheduled(collection, facts, authorizedAt)))
}

/**
 * Keeps the service from charging while a dispute is open, and until 09:00 of the day after it ended. `endedAt`: null
 * when it opens. A charge that was about to begin finds the collection changed. Throws if another process holds it.
 */
export async function quietCollection(tx: Tx, payment: Payment, endedAt: Instant | null): Promise<void> {
  const { merchantId, id, currency } = payment
  const quietUntil = endedAt === null ? null : collectionTimeOf(daysLater(localDateOf(endedAt, currency), 1), currency)
  await tx.run(quiet, { merchantId, id, quietUntil })
}

/**
 * Saves a collection on the version that was read. Returns false, and writes nothing, if another process was faster.
 */
export async function saveCollection(on: Queryable, collection: Collection): Promise<boolean> {
  return (await on.run(updateCollection, collectionRow(collection))).length > 0
}

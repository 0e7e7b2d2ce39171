import type { Card } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Payment } from '../payments/payment.ts'
import { type Collection, scheduled } from './collection.ts'
import { factsOf } from './facts.ts'
import { collectionRow, insertCollection } from './store/collections.ts'

interface Customer {
  /** E.164; empty where there is none. */
  readonly phone: string
  readonly lang: 'en' | 'ar'
  readonly card: Card
  readonly networkReference: string
}

/** From now on the later parts of a payment, which was authorized within this transaction, are collected from this card. */
export async function openCollection(app: App, tx: Tx, payment: Payment, customer: Customer): Promise<void> {
  const { authorizedAt } = payment
  if (authorizedAt === null) throw new Error(`payment ${payment.id} is not authorized`)
  const { merchantId, id: paymentId, isTest, currency } = payment
  const collection: Collection = {
    merchantId,
    paymentId,
    isTest,
    version: 1,
    ...customer,
    currency,
    authorizedAt,
    cardSince: authorizedAt,
    chargeId: null,
    remindedFor: null,
    defaultedAt: null,
    isFailing: false,
    dueAt: null,
  }
  const facts = factsOf(app, collection, payment, [])
  await tx.run(insertCollection, collectionRow(scheduled(collection, facts, authorizedAt)))
}

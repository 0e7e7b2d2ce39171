import type { App } from '../../platform/app/app.ts'
import type { Pseudonym } from '../../platform/base/pseudonym.ts'
import { replacingOf } from '../../platform/base/replacing.ts'
import { isConflict, retryConflicts } from '../../platform/db/optimistic-concurrency.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import type { ErasedPlace, PaymentErasing } from '../../platform/merchants/erased-place.ts'
import { listCharges } from '../charges/charges.ts'
import { loadFacts } from '../explain/load-facts.ts'
import { erasePayment as erase } from '../payments/erase-payment.ts'
import { isLocked } from '../payments/payment-changes.ts'
import { eraseBody, eraseOwnParts } from '../payments/personal-texts.ts'
import { readCustomerTexts } from './customer-texts.ts'
import { eraseContacts } from './erase-contacts.ts'
import { type ErasableFrom, erasableFrom, nextLook } from './erasure.ts'
import { completeErasure, findErasure, putOffErasure } from './store.ts'

/** The outcome for a payment: it is erased, or waits until then; gone: it was removed, or erased before. */
export type ErasureOutcome = 'erased' | 'gone' | { readonly waitsUntil: ErasableFrom }

/**
 * Erases the personal data of a payment whose customer asked for it, if its time has come, in one transaction. Otherwise
 * puts it off. A second call, also at the same time, changes nothing more. `contacts`: whether what came up outside of
 * payments while this one waited is erased, too.
 */
export async function erasePayment(
  app: App,
  places: readonly ErasedPlace[],
  actor: Actor,
  paymentId: string,
  contacts: 'too' | 'done' = 'done',
): Promise<ErasureOutcome> {
  const { merchantId, isTest } = actor
  const key = { merchantId, paymentId }
  return retryConflicts(async () => {
    const [erasure] = await app.db.run(findErasure, key)
    if (erasure === undefined || erasure.due_at === null) return 'gone'
    const now = nowFor(app, actor)
    const facts = await loadFacts(app, paymentId)
    if (facts === undefined) {
      await app.db.run(completeErasure, { ...key, now, reason: erasure.reason })
      return 'gone'
    }
    const from = erasableFrom(facts, await listCharges(app, actor, paymentId), app.config.personalDays)
    if (typeof from !== 'number' || from > facts.now) {
      await app.db.run(putOffErasure, { ...key, dueAt: nextLook(from, erasure.requested_at, facts.now) })
      return { waitsUntil: from }
    }
    const pseudonym = erasure.pseudonym as Pseudonym
    const texts = await readCustomerTexts(app, actor, facts)
    const replacing = replacingOf(pseudonym, texts)
    const ids = [paymentId, ...facts.cases.map(({ id }) => id)]
    const isOwn = (text: string): boolean => ids.includes(text) || replacing.isContact(text)
    const erasing: PaymentErasing = {
      ...{ ...replacing, merchantId, isTest, paymentId, ids },
      inBody: (body) => eraseBody(body, pseudonym),
      inOwnParts: (body) => eraseOwnParts(body, pseudonym, isOwn),
    }
    const [phone] = texts.ownPhones
    if (contacts === 'too' && phone !== undefined) {
      const emails = texts.isProved ? texts.emails : []
      await eraseContacts(app, places, pseudonym, { phone, isTest, emails, merchantIds: [merchantId] })
    }
    for (const place of places) await place.before?.(app, erasing)
    await app.db.transaction(async (tx) => {
      await erase(app, tx, actor, facts.payment, pseudonym)
      for (const place of places) await place.ofPayment?.(tx, erasing)
      await tx.run(completeErasure, { ...key, now, reason: erasing.inText(erasure.reason) })
    })
    return 'erased'
  }, isOvertaken)
}

// A notification that is being sent has ended soon.
function isOvertaken(error: unknown): boolean {
  return isConflict(error) || isLocked(error)
}

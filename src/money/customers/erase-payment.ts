import type { App } from '../../platform/app/app.ts'
import type { Pseudonym } from '../../platform/base/pseudonym.ts'
import { replacingOf } from '../../platform/base/replacing.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import type { ErasedPlace } from '../../platform/merchants/erased-place.ts'
import { listCharges } from '../charges/charges.ts'
import { loadFacts } from '../explain/load-facts.ts'
import { erasePayment as erase } from '../payments/erase-payment.ts'
import { retryLocked } from '../payments/payment-changes.ts'
import { eraseBody } from '../payments/personal-texts.ts'
import { readCustomerTexts } from './customer-texts.ts'
import { type ErasableFrom, erasableFrom, nextLook } from './erasure.ts'
import { completeErasure, findErasure, putOffErasure } from './store.ts'

/** The outcome for a payment: it is erased, or waits until then; gone: it was removed, or erased before. */
export type ErasureOutcome = 'erased' | 'gone' | { readonly waitsUntil: ErasableFrom }

/**
 * Erases the personal data of a payment whose customer asked for it, if its time has come, in one transaction. Otherwise
 * puts it off. A second call, also at the same time, changes nothing more.
 */
export async function erasePayment(
  app: App,
  places: readonly ErasedPlace[],
  actor: Actor,
  paymentId: string,
): Promise<ErasureOutcome> {
  const { merchantId, isTest } = actor
  const key = { merchantId, paymentId }
  return retryLocked(async () => {
    const [erasure] = await app.db.run(findErasure, key)
    if (erasure === undefined || erasure.due_at === null) return 'gone'
    const now = nowFor(app, actor)
    const facts = await loadFacts(app, paymentId)
    if (facts === undefined) {
      await app.db.run(completeErasure, { ...key, now })
      return 'gone'
    }
    const from = erasableFrom(facts, await listCharges(app, actor, paymentId), app.config.personalDays)
    if (typeof from !== 'number' || from > facts.now) {
      await app.db.run(putOffErasure, { ...key, dueAt: nextLook(from, erasure.requested_at, facts.now) })
      return { waitsUntil: from }
    }
    const pseudonym = erasure.pseudonym as Pseudonym
    const texts = await readCustomerTexts(app, actor, facts)
    const inBody = <T>(body: T): T => eraseBody(body, pseudonym)
    const erasing = { ...replacingOf(pseudonym, texts), inBody, merchantId, isTest, paymentId }
    for (const place of places) await place.removeFiles?.(app, erasing)
    await app.db.transaction(async (tx) => {
      await erase(app, tx, actor, facts.payment, pseudonym)
      for (const place of places) await place.ofPayment?.(tx, erasing)
      await tx.run(completeErasure, { ...key, now })
    })
    return 'erased'
  })
}

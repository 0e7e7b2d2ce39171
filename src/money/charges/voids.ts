import type { App } from '../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import { day, type Instant } from '../../platform/base/times.ts'
import type { Due } from '../../platform/due/due.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { type Charge, chargeTimes, nextVoidAttemptMs, voidRefund } from './charge.ts'
import { transitionCharge } from './charges.ts'
import { askProcessor, findOrSendRefund } from './processor.ts'
import { laterCheckTimes, nextLaterCheckAt } from './return.ts'
import { endsOf } from './states.ts'
import { chargeFrom } from './store/charges.ts'
import { claimVoidCheck, failVoid as fail, listLateVoids as list, scheduleVoidCheck } from './store/voids.ts'

/** The processor has not refunded the charge, or has not confirmed it. */
class NotVoided extends Error {
  override readonly name = 'NotVoided'
}

/**
 * Voids a charge that arrived too late. The refund has the charge's own id and amount, so it happens once. A failed
 * attempt is followed by another one. Throws while the refund is pending, and if the processor does not answer: the
 * next check looks up the same attempt.
 */
export async function voidCharge(app: App, actor: Actor, charge: Charge): Promise<void> {
  const refund = voidRefund(charge)
  const result = await askProcessor(app, charge, chargeTimes.checkMs, (cards) => findOrSendRefund(cards, refund))
  if (result.kind === 'failed') return failVoid(app, charge)
  if (result.kind !== 'refunded') throw new NotVoided(`the refund of charge ${charge.id} is ${result.kind}`)
  const voidedAt = nowFor(app, actor)
  const dueAt = nextLaterCheckAt(result, voidedAt, voidedAt)
  const isVoided = await transitionCharge(app, app.db, charge, 'void', { voidedAt, dueAt })
  if (isVoided) app.log.info({ session_id: charge.sessionId, charge_id: charge.id }, 'charge voided')
}

/**
 * Stores that this attempt to void the charge has failed, and when the next one is sent, if any is left. Does
 * nothing if the failure is stored already.
 */
export async function failVoid(app: App, charge: Charge): Promise<void> {
  const { merchantId, id, isTest, voidAttempt: attempt } = charge
  const { from } = endsOf('fail_void')
  const inMs = nextVoidAttemptMs(attempt)
  if ((await app.db.run(fail, { merchantId, id, from, attempt, inMs })).length === 0) return
  app.metrics.happened('charges', 'fail_void', isTest)
  app.log.error({ payment_id: charge.paymentId, charge_id: id, attempt, next_in_ms: inMs }, 'a void has failed')
}

/**
 * Checks a voided charge at the processor again. A void that has failed is sent again later. Does nothing while another
 * process checks it. Throws if the processor does not answer.
 */
export async function checkVoidAgain(app: App, { actor, id }: Due): Promise<void> {
  const { merchantId } = actor
  const now = nowFor(app, actor)
  const leaseUntil = now + laterCheckTimes.leaseMs
  const [row] = await app.db.run(claimVoidCheck, { merchantId, id, now, leaseUntil })
  if (row === undefined) return
  const charge = chargeFrom(row)
  const found = await askProcessor(app, charge, chargeTimes.checkMs, (cards) => cards.findRefund(voidRefund(charge)))
  if (found.kind === 'failed') return failVoid(app, charge)
  const dueAt = nextLaterCheckAt(found, row.voided_at ?? charge.createdAt, now)
  await app.db.run(scheduleVoidCheck, { merchantId, id, leaseUntil, dueAt })
}

/** A charge that was to be voided more than a day ago, and is not. */
export interface LateVoid {
  readonly merchantId: MerchantId
  readonly merchantName: string
  readonly chargeId: string
  readonly paymentId: PaymentId
  readonly isTest: boolean
  readonly currency: Currency
  readonly amountMinor: bigint
  /** When the charge arrived, too late, by the merchant's clock. */
  readonly since: Instant
}

/** Lists the late voids of all merchants, oldest first. */
export async function listLateVoids(
  app: App,
  page: { readonly after: Instant; readonly afterId: string; readonly limit: number },
): Promise<readonly LateVoid[]> {
  const rows = await app.db.run(list, { ...page, before: app.clock.now() - day })
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    chargeId: row.id,
    paymentId: row.payment_id,
    isTest: row.is_test,
    currency: row.currency as Currency,
    amountMinor: row.amount_minor,
    since: row.since,
  }))
}

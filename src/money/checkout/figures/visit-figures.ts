import type { App } from '../../../platform/app/app.ts'
import { longWork } from '../../../platform/db/limits.ts'
import type { MerchantMode } from '../../../platform/merchants/caller.ts'
import type { CheckoutContext } from '../progress/context.ts'
import {
  countVisits,
  forgetModeVisits,
  listWrongVisitFigures,
  lockVisits,
  noteOpened,
  noteProved,
  recountModeVisits as recount,
  tryLockVisits,
} from './store.ts'

/**
 * Notes, once for a session, that its page was opened or that its customer has proved a phone: for the merchant's figures. Where that fails it
 * is logged: no customer is stopped for a figure.
 */
export async function recordStep(app: App, context: CheckoutContext, step: 'opened' | 'proved'): Promise<void> {
  const { customer, session, progress, now } = context
  if ((step === 'opened' ? progress.openedAt : progress.provedAt) !== null) return
  const { merchantId, isTest } = customer
  const { id: sessionId, createdAt, payment } = session
  const noted = { merchantId, sessionId, isTest, currency: payment.currency, createdAt, at: now }
  try {
    await app.db.run(step === 'opened' ? noteOpened : noteProved, noted)
  } catch (error) {
    app.log.warn({ err: error, session_id: sessionId, step }, 'could not note a step for the figures')
  }
}

const batch = 20_000

/** Adds to the figures of days what customers have done since the last time; answers how much, and 0 where it was all there is. */
export async function countVisitChanges(app: App): Promise<number> {
  const counted = await app.db.eachShard<number>((db) =>
    db.transaction(async (tx) => {
      const [lock] = await tx.run(tryLockVisits, {})
      if (!lock?.locked) return 0
      const [row] = await tx.run(countVisits, { limit: batch })
      return row?.counted === batch ? batch : 0
    }),
  )
  return counted.reduce((sum, one) => sum + one)
}

/** Counts what customers did at a merchant's sessions of one mode anew, while the service goes on. */
export async function recountModeVisits(app: App, { merchantId, isTest }: MerchantMode): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.run(lockVisits, {})
    await tx.run(forgetModeVisits, { merchantId, isTest })
    await tx.run(recount, { merchantId, isTest })
  }, longWork.recountMs)
}

/** Says in words where the figures of visits differ from the visits there are, at most `limit` times. Empty: all is well. */
export async function checkVisitFigures(app: App, limit: number): Promise<string[]> {
  const rows = await app.db.run(listWrongVisitFigures, { limit })
  return rows.map(({ merchant_id, is_test, currency, date, opened, proved }) => {
    const mode = is_test ? 'test' : 'live'
    return `merchant ${merchant_id}: of the ${mode} sessions of ${date} in ${currency} the figures miss ${opened} opened pages and ${proved} proved phones`
  })
}

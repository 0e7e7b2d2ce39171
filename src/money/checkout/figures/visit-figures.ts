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
 * Records once for a session that its page was opened, or that its customer proved a phone, for the merchant's figures.
 * A failure is only logged: a figure must not stop a customer.
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

/** Adds new visits to the figures of days. Returns the number of changes, and 0 if all are counted. */
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

/** Recounts the visits of a merchant's sessions of one mode while the service runs. */
export async function recountModeVisits(app: App, { merchantId, isTest }: MerchantMode): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.run(lockVisits, {})
    await tx.run(forgetModeVisits, { merchantId, isTest })
    await tx.run(recount, { merchantId, isTest })
  }, longWork.recountMs)
}

/** Returns a sentence for each day whose figures differ from the visits, at most `limit`. Empty: no differences. */
export async function checkVisitFigures(app: App, limit: number): Promise<string[]> {
  const rows = await app.db.run(listWrongVisitFigures, { limit })
  return rows.map(({ merchant_id, is_test, currency, date, opened, proved }) => {
    const mode = is_test ? 'test' : 'live'
    return `merchant ${merchant_id}: of the ${mode} sessions of ${date} in ${currency} the figures miss ${opened} opened pages and ${proved} proved phones`
  })
}

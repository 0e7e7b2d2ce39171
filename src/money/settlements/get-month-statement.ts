import type { App } from '../../platform/app/app.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import type { Store } from '../../platform/merchants/merchant.ts'
import { daysLater, localDateOf, startOf } from '../plans/local-time.ts'
import { datesOf, type Month, type MonthStatement, monthStatementOf } from './month-statement.ts'
import type { Settlement } from './settlement.ts'
import { getSettlement, listSettlements } from './settlements.ts'
import { listOpenDates, sumUnpaidBefore } from './store/months.ts'
import { listPayoutRowsOfIds, payoutFrom } from './store/payouts.ts'

/** Returns the statement of a store's month in the actor's mode, as of this moment. */
export async function getMonthStatement(
  app: App,
  actor: Actor,
  { id: storeId, currency }: Pick<Store, 'id' | 'currency'>,
  month: Month,
): Promise<MonthStatement> {
  const { merchantId, isTest } = actor
  const { first, last } = datesOf(month)
  const of = { merchantId, isTest, storeId }
  const closed = await listSettlements(app, actor, {
    ...{ storeId, endsFrom: startOf(daysLater(first, 1), currency), endsTo: startOf(daysLater(last, 1), currency) },
    ...{ limit: 31, offset: 0 },
  })
  const days = closed.settlements.toReversed()
  for (const { date } of await app.db.run(listOpenDates, { ...of, first, last })) {
    const day = await findDay(app, actor, { date, storeId })
    if (day !== undefined && !days.some((one) => one.date === date)) days.push(day)
  }
  const ids = days.flatMap(({ payoutId, paidOutMinor }) => (payoutId === null || paidOutMinor === 0n ? [] : [payoutId]))
  const [[unpaid], payouts] = await Promise.all([
    app.db.run(sumUnpaidBefore, { ...of, first }),
    app.db.run(listPayoutRowsOfIds, { merchantId, isTest, ids }),
  ])
  const now = nowFor(app, actor)
  return monthStatementOf({
    ...{ month, now, today: localDateOf(now, currency), openingMinor: unpaid?.net_minor ?? 0n },
    days: days.toSorted((one, other) => (one.date < other.date ? -1 : 1)),
    payouts: payouts.map(payoutFrom).toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
  })
}

// Undefined if it was removed meanwhile, with its sandbox.
async function findDay(
  app: App,
  actor: Actor,
  key: { readonly date: string; readonly storeId: string },
): Promise<Settlement | undefined> {
  try {
    return (await getSettlement(app, actor, key)).settlement
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'not_found') return undefined
    throw error
  }
}

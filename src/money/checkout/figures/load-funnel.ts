import type { App } from '../../../platform/app/app.ts'
import type { Currency } from '../../../platform/base/money.ts'
import type { MerchantMode } from '../../../platform/merchants/caller.ts'
import type { CurrencyFigures, Period } from '../../payments/figures/day-figures.ts'
import type { LocalDate } from '../../plans/local-time.ts'
import { listVisitFigures } from './store.ts'

/** Of the sessions that were opened on one day, how many have come how far by now. */
export interface FunnelDay {
  /** In the time zone of the stores with this currency. */
  readonly date: LocalDate
  readonly opened: number
  readonly pageOpened: number
  readonly codeProved: number
  readonly approved: number
}

export interface CurrencyFunnel {
  readonly currency: Currency
  /** Oldest first, none left out. */
  readonly days: readonly FunnelDay[]
}

/**
 * How far the sessions of a merchant's days have come, for each currency of `figures`, which are those days' figures. A session is its
 * payment's; one that was approved without the page, as in a sandbox, has not opened it.
 */
export async function loadFunnel(
  app: App,
  { merchantId, isTest }: MerchantMode,
  { from, to }: Period,
  figures: readonly CurrencyFigures[],
): Promise<CurrencyFunnel[]> {
  const visits = await app.db.run(listVisitFigures, { merchantId, isTest, from, to })
  const known = new Map(visits.map((visit) => [`${visit.currency} ${visit.date}`, visit]))
  return figures.map(({ currency, days }) => ({
    currency,
    days: days
      .filter(({ date }) => date >= from && date <= to)
      .map(({ date, opened, approved }) => {
        const visit = known.get(`${currency} ${date}`)
        return {
          date,
          opened,
          pageOpened: Number(visit?.opened ?? 0),
          codeProved: Number(visit?.proved ?? 0),
          approved,
        }
      }),
  }))
}

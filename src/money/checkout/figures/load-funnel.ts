import type { App } from '../../../platform/app/app.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import type { MerchantMode } from '../../../platform/merchants/caller.ts'
import type { CurrencyFigures, Period } from '../../payments/figures/day-figures.ts'
import type { LocalDate } from '../../plans/local-time.ts'
import { listVisitFigures } from './store.ts'

/** The sessions of one day, and the number that reached each step by now. */
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
 * Returns the steps that the sessions of a merchant's days have reached, for each currency of `figures`, the figures of
 * those days. Each session has one payment. A session that was authorized without the page, as in a sandbox, has not
 * opened it.
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

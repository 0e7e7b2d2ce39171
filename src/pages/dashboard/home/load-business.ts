import { type FunnelDay, loadFunnel } from '../../../money/checkout/figures/load-funnel.ts'
import type { DayFigures } from '../../../money/payments/figures/day-figures.ts'
import { loadDayFigures } from '../../../money/payments/figures/figures.ts'
import { localDateOf } from '../../../money/plans/local-time.ts'
import type { Currency } from '../../../platform/base/money.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { type DeliveryHealth, listDeliveryHealth } from '../../../platform/webhooks/endpoints/delivery-health.ts'
import type { Visit } from '../page.ts'
import type { OwnWebhook } from '../webhooks/own-webhooks.ts'
import type { Own } from './own.ts'
import { type ChosenPeriod, readPeriod } from './period.ts'

/** How business goes in one currency: several are never added together. */
export interface Business {
  readonly period: ChosenPeriod
  readonly currency: Currency
  /** Of all stores, the default store's first. */
  readonly currencies: readonly Currency[]
  readonly days: readonly DayFigures[]
  readonly daysBefore: readonly DayFigures[]
  readonly funnel: readonly FunnelDay[]
  /** Each webhook of the mode with how its newest events went, where there were any. */
  readonly deliveries: readonly { readonly webhook: OwnWebhook; readonly health: DeliveryHealth }[]
}

/** The figures of the period and the currency in the address, in the days of the stores with this currency. */
export async function loadBusiness(visit: Visit, { stores, webhooks }: Own): Promise<Business> {
  const { app, actor } = visit
  const currencies = [...new Set(stores.map(({ currency }) => currency))]
  const currency = currencies.find((one) => one === visit.query('currency')) ?? currencies[0] ?? 'AED'
  const period = readPeriod(visit.query, localDateOf(nowFor(app, actor), currency))
  const { from, to, before } = period
  const [figures, health] = await Promise.all([
    loadDayFigures(app, actor, { from: before.from, to }),
    listDeliveryHealth(app, actor.merchantId),
  ])
  const funnels = await loadFunnel(app, actor, { from, to }, figures)
  const all = figures.find((one) => one.currency === currency)?.days ?? []
  return {
    ...{ period, currency, currencies },
    days: all.filter(({ date }) => date >= from),
    daysBefore: all.filter(({ date }) => date < from),
    funnel: funnels.find((one) => one.currency === currency)?.days ?? [],
    deliveries: webhooks.flatMap((webhook) => {
      const found = health.get(webhook.id)
      return found === undefined ? [] : [{ webhook, health: found }]
    }),
  }
}

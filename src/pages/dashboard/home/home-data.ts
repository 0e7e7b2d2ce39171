import { type FunnelDay, loadFunnel } from '../../../money/checkout/figures/load-funnel.ts'
import { listDisputesToAnswer } from '../../../money/disputes/task-list.ts'
import { sumUncapturedPayments, type UncapturedPayments } from '../../../money/payments/due-payments.ts'
import type { DayFigures } from '../../../money/payments/figures/day-figures.ts'
import { loadDayFigures } from '../../../money/payments/figures/figures.ts'
import { noFilter } from '../../../money/payments/search/payment-filter.ts'
import { searchPayments } from '../../../money/payments/search/search-payments.ts'
import { loadSearch } from '../../../money/payments/search/searches.ts'
import { localDateOf } from '../../../money/plans/local-time.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { listKeys } from '../../../platform/merchants/keys/keys.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import type { Permission } from '../../../platform/people/roles.ts'
import { type DeliveryFigures, listDeliveryFigures } from '../../../platform/webhooks/endpoints/delivery-figures.ts'
import { type DisclosedDispute, discloseDispute } from '../../back-office/disclosure/disclose-dispute.ts'
import type { Visit } from '../page.ts'
import type { OwnWebhook } from '../webhooks/own-webhooks.ts'
import { type ChosenPeriod, readPeriod } from './period.ts'

/** The data that several parts of the first page share. */
export interface HomeSources {
  /** The default store first. */
  readonly stores: readonly Store[]
  /** Of the mode. */
  readonly webhooks: readonly OwnWebhook[]
}

/** The first page counts disputes up to this number. */
export const mostDisputes = 100

/** The open tasks that this person may see. */
export interface Tasks {
  readonly uncaptured: readonly UncapturedPayments[]
  readonly isMoreUncaptured: boolean
  /** The earliest deadline first. */
  readonly disputes: readonly DisclosedDispute[]
  /** Failing and disabled webhooks. */
  readonly failing: readonly OwnWebhook[]
}

/** Loads the open tasks. */
export async function loadTasks(visit: Visit, { webhooks }: HomeSources): Promise<Tasks> {
  const { app, actor, isTest, may } = visit
  const [uncaptured, disputes] = await Promise.all([
    may('see_payments') ? sumUncapturedPayments(app, actor) : { sums: [], isMore: false },
    may('see_disputes') && !isTest ? listDisputesToAnswer(app, actor, mostDisputes) : [],
  ])
  const visibleWebhooks = may('see_webhooks') ? webhooks : []
  return {
    uncaptured: uncaptured.sums,
    isMoreUncaptured: uncaptured.isMore,
    disputes: disputes.map((dispute) => discloseDispute(visit, dispute)),
    failing: visibleWebhooks.filter(({ failingSince, disabledAt }) => failingSince !== null || disabledAt !== null),
  }
}

/** One step towards the merchant's first payment of a mode. */
export interface FirstStep {
  readonly step: 'key' | 'webhook' | 'account' | 'payment'
  readonly isDone: boolean
  /** The step's page. Undefined if the role lacks its permission. */
  readonly href: string | undefined
}

/** Returns the first steps, or undefined if the merchant has a payment of this mode. */
export async function loadFirstSteps(
  visit: Visit,
  { stores, webhooks }: HomeSources,
): Promise<FirstStep[] | undefined> {
  const { app, actor, isTest } = visit
  const { merchantId } = actor
  // One payment of any status is enough.
  const search = await loadSearch(app, actor, { ...noFilter, status: 'all' })
  const { payments } = await searchPayments(app, search, { limit: 1 })
  if (payments.length > 0) return undefined
  const keys = await listKeys(app, merchantId)
  const step = (name: FirstStep['step'], isDone: boolean, page: string, permission: Permission): FirstStep => {
    const mayAct = visit.may(permission)
    return { step: name, isDone, href: mayAct ? visit.address(page) : undefined }
  }
  const hasKey = keys.some((key) => key.isTest === isTest && key.kind === 'secret' && key.revokedAt === null)
  const hasAccount = stores.every(({ beneficiary }) => beneficiary.iban !== '')
  return [
    step('key', hasKey, 'keys', 'change_keys'),
    step('webhook', webhooks.length > 0, 'webhooks/new', 'change_webhooks'),
    ...(isTest ? [] : [step('account', hasAccount, 'settings', 'change_beneficiary')]),
    step('payment', false, 'links', 'make_links'),
  ]
}

/** The figures of one currency: different currencies are never added. */
export interface Business {
  readonly period: ChosenPeriod
  readonly currency: Currency
  /** Of all stores, the default store's first. */
  readonly currencies: readonly Currency[]
  readonly days: readonly DayFigures[]
  readonly daysBefore: readonly DayFigures[]
  readonly funnel: readonly FunnelDay[]
  /** Each webhook of the mode with the results of its newest events, if there are any. */
  readonly deliveries: readonly { readonly webhook: OwnWebhook; readonly health: DeliveryFigures }[]
}

/** Loads the figures of the period and the currency in the address. */
export async function loadBusiness(visit: Visit, { stores, webhooks }: HomeSources): Promise<Business> {
  const { app, actor } = visit
  const currencies = [...new Set(stores.map(({ currency }) => currency))]
  const currency = currencies.find((one) => one === visit.query('currency')) ?? currencies[0] ?? 'AED'
  const period = readPeriod(visit.query, localDateOf(nowFor(app, actor), currency))
  const { from, to, before } = period
  const [figures, health] = await Promise.all([
    loadDayFigures(app, actor, { from: before.from, to }),
    listDeliveryFigures(app, actor.merchantId),
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

/** The props of a part of the page with figures. */
export interface BusinessProps {
  readonly visit: Visit
  readonly business: Business
}

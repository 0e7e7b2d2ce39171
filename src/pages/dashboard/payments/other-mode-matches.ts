import { countFoundWithin } from '../../../money/payments/search/count-found-within.ts'
import { formatFilter, type PaymentFilter } from '../../../money/payments/search/payment-filter.ts'
import { searchPayments } from '../../../money/payments/search/search-payments.ts'
import { openSearch } from '../../../money/payments/search/searches.ts'
import { hasPermission, type Mode } from '../../../platform/people/roles.ts'
import type { Visit } from '../page.ts'
import { paymentSubsets } from './tabs.ts'

/** The payments of the other mode that match a search which found nothing in this one. */
export interface OtherModeMatches {
  readonly mode: Mode
  /** The address of the same list in the other mode. */
  readonly href: string
  /** Undefined: there are some, and counting them takes too long. */
  readonly count: number | undefined
}

/** Returns what the other mode has for a filter. Undefined if the visitor may not see its payments. */
export async function findInOtherMode(visit: Visit, filter: PaymentFilter): Promise<OtherModeMatches | undefined> {
  const { app, actor, isTest, session, base } = visit
  const mode = isTest ? 'live' : 'test'
  if (!hasPermission(session.role, mode, 'see_payments')) return undefined
  const href = `${base}/${mode}/payments?${formatFilter(filter)}`
  const search = await openSearch(app, { ...actor, isTest: !isTest }, filter, paymentSubsets)
  const { payments } = await searchPayments(app, search, { cursor: undefined, direction: 'older', limit: 1 })
  if (payments.length === 0) return { mode, href, count: 0 }
  const total = await countFoundWithin(app, search)
  return { mode, href, count: total?.isExact ? total.count : undefined }
}

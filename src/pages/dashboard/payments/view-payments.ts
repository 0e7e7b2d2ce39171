import { countFoundPayments } from '../../../money/payments/search/count-found-payments.ts'
import { countFoundWithin, type FoundTotal } from '../../../money/payments/search/count-found-within.ts'
import { formatFilter } from '../../../money/payments/search/payment-filter.ts'
import { paymentsCsv } from '../../../money/payments/search/payments-csv.ts'
import type { Search } from '../../../money/payments/search/search.ts'
import { type FoundPage, searchPayments } from '../../../money/payments/search/search-payments.ts'
import { openSearch } from '../../../money/payments/search/searches.ts'
import { walkPayments } from '../../../money/payments/search/walk.ts'
import { parseId } from '../../../platform/base/ids.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { discloseFoundPayment } from '../../back-office/disclosure/disclose-payment.ts'
import { refuseExport } from '../lists.ts'
import type { Answer, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { recordDone } from '../visit.ts'
import { addressOfPayment, type ListPlace, readPlace } from './addresses.ts'
import { findInOtherMode } from './other-mode-matches.ts'
import { countTabs, paymentSubsets } from './tabs.ts'
import { pageSize } from './views/pager.ts'
import { paymentsPage, wrongPaymentsPage } from './views/payments.ts'

/** Lists payments. The whole id of a payment redirects to it. A slow total is counted on demand only. */
export async function viewPayments(visit: Visit): Promise<Answer> {
  const { app, actor } = visit
  const { place, problems } = readPlace(visit.request.query as Record<string, unknown>)
  if (Object.keys(problems).length > 0) {
    const stores = await listStores(app, actor.merchantId)
    return wrongPaymentsPage(visit, { place, problems, stores })
  }
  const { filter, cursor, direction } = place
  // A search by name or phone tells who bought, even if the list hides it.
  if (filter.q !== undefined && !visit.mayReadPersonal) throw refusals.roleForbids()
  const search = await openSearch(app, actor, filter, paymentSubsets)
  const finding = searchPayments(app, search, { cursor, direction, limit: pageSize })
  const counting = countFound(visit, search, finding)
  const [found, total, tabs] = await Promise.all([finding, counting, countTabs(app, search, filter, counting)])
  const one = foundById(place, found)
  if (one !== undefined) return { goTo: addressOfPayment(visit, one) }
  const payments = found.payments.map((payment) => discloseFoundPayment(visit, payment))
  const isNothing = isOnlyPage(found) && payments.length === 0 && formatFilter(filter) !== ''
  const inOther = isNothing ? await findInOtherMode(visit, filter) : undefined
  return paymentsPage(visit, { place, search, found: { ...found, payments }, total, tabs, inOther })
}

async function countFound(
  { app, query }: Visit,
  search: Search,
  finding: Promise<FoundPage>,
): Promise<FoundTotal | undefined> {
  const isWhole = query('count') === 'all' && search.subset === undefined
  const counting = isWhole
    ? countFoundPayments(app, search).then((count) => ({ count, isExact: true }))
    : countFoundWithin(app, search)
  const [found, counted] = await Promise.all([finding, counting])
  return isOnlyPage(found) ? { count: found.payments.length, isExact: true } : counted
}

/** Whether the page has all payments of the list. */
function isOnlyPage({ older, newer }: FoundPage): boolean {
  return older === undefined && newer === undefined
}

function foundById({ filter }: ListPlace, { payments }: FoundPage): string | undefined {
  const id = parseId(filter.q?.trim() ?? '')
  const isAlone = formatFilter({ ...filter, q: undefined }) === ''
  return isAlone ? payments.find((payment) => payment.id === id)?.id : undefined
}

/** Exports all filtered payments as CSV. Answers 400 if the filter cannot be read. */
export async function exportPayments(visit: Visit): Promise<Answer> {
  const { app, actor, isTest } = visit
  const { place, problems } = readPlace(visit.request.query as Record<string, unknown>)
  if (Object.keys(problems).length > 0) return refuseExport(visit, 'payments')
  const { q, ...filter } = place.filter
  // The log leaves out the search text: it may be a customer's phone.
  const details = {
    filter: formatFilter({ ...filter, q: undefined }),
    searched: q !== undefined,
  }
  await recordDone(visit, { what: 'export_payments', onKind: 'payments', onId: '', details })
  return {
    file: {
      name: `payments-${isTest ? 'test' : 'live'}.csv`,
      type: 'text/csv; charset=utf-8',
      body: paymentsCsv(walkPayments(app, await openSearch(app, actor, place.filter, paymentSubsets))),
    },
  }
}

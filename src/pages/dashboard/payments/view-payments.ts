import { countFoundPayments } from '../../../money/payments/search/count-found-payments.ts'
import { countFoundQuickly } from '../../../money/payments/search/count-found-quickly.ts'
import { formatFilter } from '../../../money/payments/search/payment-filter.ts'
import { paymentsCsv } from '../../../money/payments/search/payments-csv.ts'
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
import { addressOfPayment, formatPlace, type ListPlace, readPlace } from './addresses.ts'
import { paymentsPage, wrongPaymentsPage } from './views/payments.ts'

const pageSize = 50

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
  const count = visit.query('count') === 'all' ? countFoundPayments : countFoundQuickly
  const search = await openSearch(app, actor, filter)
  const [found, total] = await Promise.all([
    searchPayments(app, search, { cursor, direction, limit: pageSize }),
    count(app, search),
  ])
  const one = foundById(place, found)
  if (one !== undefined) return { goTo: addressOfPayment(visit, one) }
  const payments = found.payments.map((payment) => discloseFoundPayment(visit, payment))
  return paymentsPage(visit, { place, search, found: { ...found, payments }, total })
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
    filter: formatPlace({ ...place, filter: { ...filter, q: undefined }, cursor: undefined }),
    searched: q !== undefined,
  }
  await recordDone(visit, { what: 'export_payments', onKind: 'payments', onId: '', details })
  return {
    file: {
      name: `payments-${isTest ? 'test' : 'live'}.csv`,
      type: 'text/csv; charset=utf-8',
      body: paymentsCsv(walkPayments(app, await openSearch(app, actor, place.filter))),
    },
  }
}

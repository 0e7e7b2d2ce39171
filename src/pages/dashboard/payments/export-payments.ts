import { paymentsCsv } from '../../../money/payments/search/payments-csv.ts'
import { openSearch } from '../../../money/payments/search/searches.ts'
import { walkPayments } from '../../../money/payments/search/walk.ts'
import type { Answer, Visit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { refuseExport } from '../refuse-export.ts'
import { formatPlace, readPlace } from './place.ts'

/** All payments that the address means, as CSV, as large as it is. Refuses with 400 a filter that cannot be read. */
export async function exportPayments(visit: Visit): Promise<Answer> {
  const { app, actor, isTest } = visit
  const { place, problems } = readPlace(visit.request.query as Record<string, unknown>)
  if (Object.keys(problems).length > 0) return refuseExport(visit, 'payments')
  const { q, ...filter } = place.filter
  // What somebody typed may be a customer's phone.
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

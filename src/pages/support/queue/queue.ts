import { listFailedReturns } from '../../../money/charges/returns.ts'
import { listLateVoids } from '../../../money/charges/voids.ts'
import { listDefaulted } from '../../../money/collections/list-defaulted.ts'
import { listErasureRequests } from '../../../money/customers/erasure-requests.ts'
import { listOpenDisputes } from '../../../money/disputes/dispute-lists.ts'
import { listReferredPayments } from '../../../money/payments/referred-payments.ts'
import { listWaitingReturns } from '../../../money/payments/return-requests/return-requests.ts'
import { listHeldPayouts } from '../../../money/settlements/payouts/bank-payouts.ts'
import { listWaitingAdminRequests } from '../../../platform/people/admin-requests/admin-requests.ts'
import { Empty } from '../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import { discloseOpenDisputes } from '../../back-office/disclosure/disclose-dispute.ts'
import { statusesFor } from '../disputes/status.ts'
import type { Section, SupportAnswer, SupportVisit } from '../page.ts'
import { beginning } from './position.ts'
import { AdminRequestsTable, ErasureRequestsTable } from './request-tables.ts'
import {
  DefaultedTable,
  DisputesTable,
  FailedReturnsTable,
  HeldPayoutsTable,
  LateVoidsTable,
  Part,
  ReferralsTable,
  ReturnRequestsTable,
} from './tables.ts'
import {
  viewAdminRequests,
  viewDefaulted,
  viewDisputes,
  viewErasureRequests,
  viewPayouts,
  viewReferrals,
  viewReturnRequests,
  viewReturns,
  viewVoids,
} from './view-lists.ts'

/**
 * The work queue: referred orders and disputes to decide, requests to confirm, defaulted plans, failed returns, late voids, held payouts.
 */
export const queue: Section = {
  pages: [
    { path: '', view: viewQueue },
    { path: '/disputes', view: viewDisputes },
    { path: '/defaulted', view: viewDefaulted },
    { path: '/returns', view: viewReturns },
    { path: '/return-requests', view: viewReturnRequests },
    { path: '/admin-requests', view: viewAdminRequests },
    { path: '/erasure-requests', view: viewErasureRequests },
    { path: '/referrals', view: viewReferrals },
    { path: '/voids', view: viewVoids },
    { path: '/payouts', view: viewPayouts },
  ],
  forms: [],
}

/** Rows of each kind on the first page. */
const shown = 10

/** The first page: referred orders, disputes to decide, then the other tasks, each oldest first. */
async function viewQueue(visit: SupportVisit): Promise<SupportAnswer> {
  const { app, words } = visit
  const { texts } = words
  const page = { ...beginning, limit: shown + 1 }
  const first = { behind: undefined, limit: shown }
  const others = [...statusesFor.merchant, ...statusesFor.customer]
  const [referred, toDecide, waiting, requests, admins, erasures, defaulted, failed, voids, held] = await Promise.all([
    listReferredPayments(app, page),
    listOpenDisputes(app, { ...first, statuses: statusesFor.support }),
    listOpenDisputes(app, { ...first, statuses: others }),
    listWaitingReturns(app, page),
    listWaitingAdminRequests(app, page),
    listErasureRequests(app, page),
    listDefaulted(app, page),
    listFailedReturns(app, page),
    listLateVoids(app, page),
    listHeldPayouts(app, page),
  ])
  const rowsOf = <T>(rows: readonly T[]): readonly T[] => rows.slice(0, shown)
  const orders = ReferralsTable({ visit, rows: rowsOf(referred) })
  const decide = DisputesTable({ visit, rows: discloseOpenDisputes(toDecide.disputes) })
  const waits = DisputesTable({ visit, rows: discloseOpenDisputes(waiting.disputes) })
  const toConfirm = ReturnRequestsTable({ visit, rows: rowsOf(requests) })
  const invited = AdminRequestsTable({ visit, rows: rowsOf(admins) })
  const toErase = ErasureRequestsTable({ visit, rows: rowsOf(erasures) })
  const owed = DefaultedTable({ visit, rows: rowsOf(defaulted) })
  const lost = FailedReturnsTable({ visit, rows: rowsOf(failed) })
  const stuck = LateVoidsTable({ visit, rows: rowsOf(voids) })
  const unpaid = HeldPayoutsTable({ visit, rows: rowsOf(held) })
  const part = (title: string, count: number, table: Content, path: string, query = {}): Content =>
    count > 0 && Part({ visit, title, path, query, children: table })
  const content = html`
    ${part(texts.referralsTitle, referred.length, orders, 'referrals')}
    ${toDecide.disputes.length === 0 && Empty({ icon: 'check', title: texts.queueEmpty, lead: texts.queueEmptyLead })}
    ${part(texts.toDecideTitle, toDecide.disputes.length, decide, 'disputes', { waits: 'support' })}
    ${part(texts.requestsTitle, requests.length, toConfirm, 'return-requests')}
    ${part(texts.adminRequestsTitle, admins.length, invited, 'admin-requests')}
    ${part(texts.erasuresTitle, erasures.length, toErase, 'erasure-requests')}
    ${part(texts.waitingTitle, waiting.disputes.length, waits, 'disputes')}
    ${part(texts.defaultedTitle, defaulted.length, owed, 'defaulted')}
    ${part(texts.failedTitle, failed.length, lost, 'returns')}
    ${part(texts.voidsTitle, voids.length, stuck, 'voids')}
    ${part(texts.heldTitle, held.length, unpaid, 'payouts')}`
  return { page: { title: texts.queueTitle }, content }
}

import { listFailedReturns } from '../../../money/charges/returns.ts'
import { listLateVoids } from '../../../money/charges/voids.ts'
import { listDefaulted } from '../../../money/collections/list-defaulted.ts'
import { listErasureRequests } from '../../../money/customers/erasure-requests.ts'
import { listOpenDisputes } from '../../../money/disputes/dispute-lists.ts'
import type { DisputeStatus } from '../../../money/disputes/states.ts'
import { listReferredPayments } from '../../../money/payments/referred-payments.ts'
import { listWaitingReturns } from '../../../money/payments/return-requests/return-requests.ts'
import { listHeldPayouts } from '../../../money/settlements/payouts/bank-payouts.ts'
import { listWaitingAdminRequests } from '../../../platform/people/admin-requests/admin-requests.ts'
import { type Claim, listClaimsOf } from '../../../platform/people/claims/claims.ts'
import {
  choiceField,
  FilterBar,
  isWrongFilter,
  WrongFilter,
} from '../../../platform/ui/back-office/components/filter-bar.ts'
import { Empty } from '../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import { discloseOpenDisputes } from '../../back-office/disclosure/disclose-dispute.ts'
import { statusesFor } from '../disputes/status.ts'
import type { SupportAnswer, SupportVisit } from '../page.ts'
import { beginning, formatPosition, ListPager, pageOf, pageSize, positionIn } from './position.ts'
import { AdminRequestsTable, ErasureRequestsTable, ReturnRequestsTable } from './request-tables.ts'
import { namesOfRequesters } from './requesters.ts'
import {
  DefaultedTable,
  DisputesTable,
  FailedReturnsTable,
  HeldPayoutsTable,
  LateVoidsTable,
  Part,
  ReferralsTable,
} from './tables.ts'

/** Lists open disputes, oldest first. `waits`: only disputes in which this side acts next. */
export async function viewDisputes(visit: SupportVisit): Promise<SupportAnswer> {
  const { app, words, query, address } = visit
  const { texts } = words
  const typed = query('waits') ?? ''
  const waits = typed === 'support' || typed === 'merchant' || typed === 'customer' ? typed : undefined
  const statuses: readonly DisputeStatus[] =
    waits === undefined ? Object.values(statusesFor).flat() : statusesFor[waits]
  const { after, afterId } = positionIn(visit)
  const behind = { createdAt: after, id: afterId }
  const field = choiceField(words, {
    ...{ name: 'waits', label: texts.waitsForLabel, value: typed },
    choices: [
      ['', texts.waitsAll],
      ...(['support', 'merchant', 'customer'] as const).map((one) => [one, texts.waits[one]] as const),
    ],
  })
  const isWrong = isWrongFilter([field])
  const { disputes, next } = isWrong
    ? { disputes: [], next: undefined }
    : await listOpenDisputes(app, { statuses, behind, limit: pageSize })
  const filter = FilterBar({ words, action: address('disputes'), fields: [field] })
  const claims = await claimsOf(visit, disputes, ({ dispute }) => dispute.id)
  const table = DisputesTable({ visit, rows: discloseOpenDisputes(disputes), claims })
  const nextAfter = next && formatPosition({ after: next.createdAt, afterId: next.id })
  const list = { title: texts.disputesTitle, path: 'disputes', count: disputes.length, table, next: nextAfter }
  return listPage(visit, { ...list, filter, isWrong })
}

export async function viewDefaulted(visit: SupportVisit): Promise<SupportAnswer> {
  const found = await listDefaulted(visit.app, { ...positionIn(visit), limit: pageSize + 1 })
  const { rows, next } = pageOf(found, ({ at, paymentId }) => ({ after: at, afterId: paymentId }))
  const claims = await claimsOf(visit, rows, ({ paymentId }) => paymentId)
  const table = DefaultedTable({ visit, rows, claims })
  return listPage(visit, {
    ...{ title: visit.words.texts.defaultedTitle, path: 'defaulted', count: rows.length, table, next },
  })
}

export async function viewReturns(visit: SupportVisit): Promise<SupportAnswer> {
  const { app, words, query } = visit
  const { texts } = words
  const isFirst = query('after') === undefined
  const [requests, failed] = await Promise.all([
    isFirst ? listWaitingReturns(app, { ...beginning, limit: pageSize + 1 }) : [],
    listFailedReturns(app, { ...positionIn(visit), limit: pageSize + 1 }),
  ])
  const { rows, next } = pageOf(failed, ({ createdAt, id }) => ({ after: createdAt, afterId: id }))
  const claims = await claimsOf(visit, rows, ({ paymentId }) => paymentId)
  const table = FailedReturnsTable({ visit, rows, claims })
  const waiting = requests.slice(0, pageSize)
  const waitingClaims = await claimsOf(visit, waiting, ({ request }) => request.paymentId)
  // The first page also shows return requests. Their whole list is a page of its own.
  const names = await namesOfRequesters(
    visit,
    waiting.map(({ request }) => request),
  )
  const filter =
    requests.length > 0 &&
    html`${Part({
      visit,
      title: texts.requestsTitle,
      path: 'return-requests',
      query: {},
      children: ReturnRequestsTable({ visit, rows: waiting, names, claims: waitingClaims }),
    })}
      ${rows.length > 0 && html`<h2>${texts.failedTitle}</h2>`}`
  const count = rows.length + requests.length
  const shown = rows.length > 0 && table
  return listPage(visit, { title: texts.failedTitle, path: 'returns', count, table: shown, next, filter })
}

/** Lists requests for refunds by hand that another agent must confirm. */
export async function viewReturnRequests(visit: SupportVisit): Promise<SupportAnswer> {
  const found = await listWaitingReturns(visit.app, { ...positionIn(visit), limit: pageSize + 1 })
  const { rows, next } = pageOf(found, ({ request }) => ({ after: request.requestedAt, afterId: request.id }))
  const claims = await claimsOf(visit, rows, ({ request }) => request.paymentId)
  const names = await namesOfRequesters(
    visit,
    rows.map(({ request }) => request),
  )
  const table = ReturnRequestsTable({ visit, rows, names, claims })
  return listPage(visit, {
    ...{ title: visit.words.texts.requestsTitle, path: 'return-requests', count: rows.length, table, next },
  })
}

/** Lists requests for first admins that another agent must confirm. */
export async function viewAdminRequests(visit: SupportVisit): Promise<SupportAnswer> {
  const found = await listWaitingAdminRequests(visit.app, { ...positionIn(visit), limit: pageSize + 1 })
  const { rows, next } = pageOf(found, ({ requestedAt, id }) => ({ after: requestedAt, afterId: id }))
  const claims = await claimsOf(visit, rows, ({ merchantId }) => merchantId)
  const names = await namesOfRequesters(visit, rows)
  const table = AdminRequestsTable({ visit, rows, names, claims })
  return listPage(visit, {
    ...{ title: visit.words.texts.adminRequestsTitle, path: 'admin-requests', count: rows.length, table, next },
  })
}

/** Lists requests to erase a customer that another agent must confirm. */
export async function viewErasureRequests(visit: SupportVisit): Promise<SupportAnswer> {
  const found = await listErasureRequests(visit.app, { ...positionIn(visit), limit: pageSize + 1 })
  const { rows, next } = pageOf(found, ({ requestedAt, id }) => ({ after: requestedAt, afterId: id }))
  const claims = await claimsOf(visit, rows, ({ id }) => id)
  const names = await namesOfRequesters(visit, rows)
  const table = ErasureRequestsTable({ visit, rows, names, claims })
  return listPage(visit, {
    ...{ title: visit.words.texts.erasuresTitle, path: 'erasure-requests', count: rows.length, table, next },
  })
}

/** Lists orders that the scoring service has referred to support. */
export async function viewReferrals(visit: SupportVisit): Promise<SupportAnswer> {
  const found = await listReferredPayments(visit.app, { ...positionIn(visit), limit: pageSize + 1 })
  const { rows, next } = pageOf(found, ({ createdAt, id }) => ({ after: createdAt, afterId: id }))
  const claims = await claimsOf(visit, rows, ({ id }) => id)
  const table = ReferralsTable({ visit, rows, claims })
  return listPage(visit, {
    ...{ title: visit.words.texts.referralsTitle, path: 'referrals', count: rows.length, table, next },
  })
}

/** Lists charges that arrived too late more than a day ago, and are not voided yet. */
export async function viewVoids(visit: SupportVisit): Promise<SupportAnswer> {
  const found = await listLateVoids(visit.app, { ...positionIn(visit), limit: pageSize + 1 })
  const { rows, next } = pageOf(found, ({ since, chargeId }) => ({ after: since, afterId: chargeId }))
  const claims = await claimsOf(visit, rows, ({ paymentId }) => paymentId)
  const table = LateVoidsTable({ visit, rows, claims })
  return listPage(visit, {
    ...{ title: visit.words.texts.voidsTitle, path: 'voids', count: rows.length, table, next },
  })
}

export async function viewPayouts(visit: SupportVisit): Promise<SupportAnswer> {
  const found = await listHeldPayouts(visit.app, { ...positionIn(visit), limit: pageSize + 1 })
  const { rows, next } = pageOf(found, ({ createdAt, id }) => ({ after: createdAt, afterId: id }))
  const claims = await claimsOf(visit, rows, ({ merchantId }) => merchantId)
  const table = HeldPayoutsTable({ visit, rows, claims })
  return listPage(visit, {
    ...{ title: visit.words.texts.heldTitle, path: 'payouts', count: rows.length, table, next },
  })
}

function claimsOf<Row>(
  { app }: SupportVisit,
  rows: readonly Row[],
  itemIdOf: (row: Row) => string,
): Promise<ReadonlyMap<string, Claim>> {
  return listClaimsOf(app, rows.map(itemIdOf))
}

interface ListProps {
  readonly title: string
  readonly path: string
  readonly count: number
  readonly table: Content
  readonly next: string | undefined
  readonly filter?: Content
  /** Whether the filter cannot be read. */
  readonly isWrong?: boolean
}

function listPage(
  visit: SupportVisit,
  { title, path, count, table, next, filter, isWrong = false }: ListProps,
): SupportAnswer {
  const { texts } = visit.words
  const content = html`${filter}
    ${
      isWrong
        ? WrongFilter({ words: visit.words })
        : count === 0
          ? Empty({ icon: 'check', title: texts.nothingHere, lead: texts.nothingHereLead })
          : table
    }
    ${ListPager({ visit, path, next })}`
  return {
    page: { title, back: { href: visit.address(''), label: texts.pageNames.queue } },
    content,
    status: isWrong ? 422 : 200,
  }
}

import { listFailedReturns } from '../../../money/charges/returns.ts'
import { listLateVoids } from '../../../money/charges/voids.ts'
import { listDefaulted } from '../../../money/collections/list-defaulted.ts'
import { listErasureRequests } from '../../../money/customers/erasure-requests.ts'
import { listOpenDisputes } from '../../../money/disputes/dispute-lists.ts'
import type { DisputeStatus } from '../../../money/disputes/states.ts'
import { listReferredPayments } from '../../../money/payments/referred-payments.ts'
import { listWaitingReturns } from '../../../money/payments/return-requests/return-requests.ts'
import { listHeldPayouts } from '../../../money/settlements/payouts/bank-payouts.ts'
import type { App } from '../../../platform/app/app.ts'
import { listWaitingAdminRequests } from '../../../platform/people/admin-requests/admin-requests.ts'
import type { Claim } from '../../../platform/people/claims/claims.ts'
import type { Content } from '../../../platform/ui/html.ts'
import { discloseOpenDisputes } from '../../back-office/disclosure/disclose-dispute.ts'
import { statusesFor } from '../disputes/status.ts'
import type { SupportVisit } from '../page.ts'
import { beginning } from './position.ts'
import { AdminRequestsTable, ErasureRequestsTable, ReturnRequestsTable } from './request-tables.ts'
import type { AgentNames, AgentRequest } from './requesters.ts'
import {
  DefaultedTable,
  DisputesTable,
  FailedReturnsTable,
  HeldPayoutsTable,
  LateVoidsTable,
  ReferralsTable,
  type RequestRows,
} from './tables.ts'

type TitleName =
  | 'referralsTitle'
  | 'toDecideTitle'
  | 'requestsTitle'
  | 'adminRequestsTitle'
  | 'erasuresTitle'
  | 'waitingTitle'
  | 'defaultedTitle'
  | 'failedTitle'
  | 'voidsTitle'
  | 'heldTitle'

/** Who works on which item, and the names of the agents who made requests. */
export interface QueuePeople {
  readonly claims: ReadonlyMap<string, Claim>
  readonly names: AgentNames
}

/** A kind of work, with its whole list at `path`. */
interface Kind<Row> {
  readonly title: TitleName
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Lists the oldest rows. */
  list(app: App, page: typeof beginning & { readonly limit: number }): Promise<readonly Row[]>
  itemIdOf(row: Row): string
  readonly table: (props: RequestRows<Row>) => Content
  /** The request that the row shows, with its agent. */
  readonly requestOf?: (row: Row) => AgentRequest
}

/** A kind of work with its oldest rows. */
export interface LoadedKind extends Pick<Kind<never>, 'title' | 'path' | 'query'> {
  /** The ids of all rows' items, oldest first. */
  readonly itemIds: readonly string[]
  /** The requests of agents among the rows. */
  readonly requests: readonly AgentRequest[]
  /** Draws the first `most` rows whose item is listed. */
  draw(people: QueuePeople, isListed: (itemId: string) => boolean, most: number): Content
}

/** Rows of a kind that are read: more are "100+". */
export const mostCounted = 100

function kindOf<Row>({ title, path, query, list, itemIdOf, table, requestOf }: Kind<Row>) {
  return async (visit: SupportVisit): Promise<LoadedKind> => {
    const rows = await list(visit.app, { ...beginning, limit: mostCounted + 1 })
    return {
      ...{ title, path, query: query ?? {}, itemIds: rows.map(itemIdOf) },
      requests: requestOf === undefined ? [] : rows.map(requestOf),
      draw: (people, isListed, most) =>
        table({ ...people, visit, rows: rows.filter((row) => isListed(itemIdOf(row))).slice(0, most) }),
    }
  }
}

function disputesOf(title: TitleName, statuses: readonly DisputeStatus[], query: Readonly<Record<string, string>>) {
  return kindOf({
    ...{ title, path: 'disputes', query, table: DisputesTable },
    list: async (app, { limit }) =>
      discloseOpenDisputes((await listOpenDisputes(app, { statuses, behind: undefined, limit })).disputes),
    itemIdOf: ({ dispute }) => dispute.id,
  })
}

/** All kinds of work, in the order of the first page. */
export const kinds = [
  kindOf({
    ...{ title: 'referralsTitle', path: 'referrals', list: listReferredPayments, table: ReferralsTable },
    itemIdOf: ({ id }) => id,
  }),
  disputesOf('toDecideTitle', statusesFor.support, { waits: 'support' }),
  kindOf({
    ...{ title: 'requestsTitle', path: 'return-requests', list: listWaitingReturns, table: ReturnRequestsTable },
    itemIdOf: ({ request }) => request.paymentId,
    requestOf: ({ request }) => request,
  }),
  kindOf({
    ...{
      title: 'adminRequestsTitle',
      path: 'admin-requests',
      list: listWaitingAdminRequests,
      table: AdminRequestsTable,
    },
    itemIdOf: ({ merchantId }) => merchantId,
    requestOf: (row) => row,
  }),
  kindOf({
    ...{ title: 'erasuresTitle', path: 'erasure-requests', list: listErasureRequests, table: ErasureRequestsTable },
    itemIdOf: ({ id }) => id,
    requestOf: (row) => row,
  }),
  disputesOf('waitingTitle', [...statusesFor.merchant, ...statusesFor.customer], {}),
  kindOf({
    ...{ title: 'defaultedTitle', path: 'defaulted', list: listDefaulted, table: DefaultedTable },
    itemIdOf: ({ paymentId }) => paymentId,
  }),
  kindOf({
    ...{ title: 'failedTitle', path: 'returns', list: listFailedReturns, table: FailedReturnsTable },
    itemIdOf: ({ paymentId }) => paymentId,
  }),
  kindOf({
    ...{ title: 'voidsTitle', path: 'voids', list: listLateVoids, table: LateVoidsTable },
    itemIdOf: ({ paymentId }) => paymentId,
  }),
  kindOf({
    ...{ title: 'heldTitle', path: 'payouts', list: listHeldPayouts, table: HeldPayoutsTable },
    itemIdOf: ({ merchantId }) => merchantId,
  }),
] as const

import type { App } from '../../platform/app/app.ts'
import { nilId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import { settleDueOf } from '../../platform/due/settling.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import type { Dispute } from './dispute.ts'
import { dueDisputes } from './due-disputes.ts'
import type { PagePosition } from './page-token.ts'
import type { DisputeStatus } from './states.ts'
import { listDisputeRows, listDisputeRowsByStatus, listOpenDisputes as listOpenRows } from './store/disputes.ts'
import { disputeFrom } from './store/rows.ts'

/** Disputes on a page (docs/contract/disputes.md#list). */
const pageSize = 100

export interface ListRequest {
  /** Empty: all. */
  readonly statuses: readonly DisputeStatus[]
  /** Both inclusive. */
  readonly createdFrom: Instant | null
  readonly createdTo: Instant | null
  /** The last dispute of the page before. */
  readonly behind: PagePosition | null
  /** Disputes on a page; 100 if absent. */
  readonly limit?: number
}

interface DisputePage {
  /** Newest first. */
  readonly disputes: readonly Dispute[]
  /** The position after which the next page begins; undefined on the last page. */
  readonly next: PagePosition | undefined
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const endOfTime = Date.UTC(9999, 11, 31)

/** Returns a page of the merchant's disputes, newest first. New disputes do not move the page. */
export async function listDisputes(app: App, actor: Actor, request: ListRequest): Promise<DisputePage> {
  await settleDueOf(app, dueDisputes, actor)
  const { createdAt, id } = upperEnd(request)
  const { limit = pageSize } = request
  const page = {
    merchantId: actor.merchantId,
    createdFrom: request.createdFrom ?? 0,
    createdBefore: createdAt,
    idBefore: id,
    limit: limit + 1,
  }
  const rows =
    request.statuses.length === 0
      ? await app.db.run(listDisputeRows, page)
      : await app.db.run(listDisputeRowsByStatus, { ...page, statuses: [...new Set(request.statuses)] })
  const disputes = rows.slice(0, limit).map(disputeFrom)
  return { disputes, next: rows.length > limit ? disputes.at(-1) : undefined }
}

// All disputes of the page come before this position. A token and a date both limit it: the earlier one counts.
function upperEnd({ behind, createdTo }: ListRequest): PagePosition {
  if (behind !== null && (createdTo === null || behind.createdAt <= createdTo)) return behind
  return { createdAt: createdTo ?? endOfTime, id: lastId }
}

/** A dispute in support's list. */
export interface OpenDispute {
  readonly dispute: Dispute
  readonly merchantName: string
  /** The merchant's time. */
  readonly now: Instant
}

interface OpenDisputes {
  readonly disputes: readonly OpenDispute[]
  /** The position after which the next page begins; undefined on the last page. */
  readonly next: PagePosition | undefined
}

const first: PagePosition = { createdAt: 0, id: nilId }

/**
 * Returns disputes of all merchants in these active statuses, oldest first. It settles no due dispute: it returns
 * what is stored.
 */
export async function listOpenDisputes(
  app: App,
  { statuses, behind, limit }: { statuses: readonly DisputeStatus[]; behind: PagePosition | undefined; limit: number },
): Promise<OpenDisputes> {
  const { createdAt, id } = behind ?? first
  const page = { statuses, createdAfter: createdAt, idAfter: id, limit: limit + 1 }
  const rows = await app.db.run(listOpenRows, page)
  const disputes = rows.slice(0, limit).map((row) => ({
    dispute: disputeFrom(row),
    merchantName: row.merchant_name,
    now: app.clock.now() + Number(row.clock_offset_ms),
  }))
  return { disputes, next: rows.length > limit ? disputes.at(-1)?.dispute : undefined }
}

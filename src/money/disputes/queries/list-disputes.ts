import type { App } from '../../../platform/app/app.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { settleDueOf } from '../../../platform/due/settling.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { dueDisputes } from '../deadlines/due-disputes.ts'
import type { Dispute } from '../dispute.ts'
import type { DisputeStatus } from '../states.ts'
import { disputeFrom, listDisputeRows, listDisputeRowsByStatus } from '../store/disputes.ts'
import type { PagePosition } from './page-token.ts'

/** So many disputes are on a page (docs/contract/disputes.md#list). */
const pageSize = 100

export interface ListRequest {
  /** Empty: all. */
  readonly statuses: readonly DisputeStatus[]
  /** Both inclusive. */
  readonly createdFrom: Instant | null
  readonly createdTo: Instant | null
  /** The last dispute of the page before. */
  readonly behind: PagePosition | null
  /** How many are on a page; absent: 100. */
  readonly limit?: number
}

interface DisputePage {
  /** Newest first. */
  readonly disputes: readonly Dispute[]
  /** Where the next page goes on; undefined on the last one. */
  readonly next: PagePosition | undefined
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const endOfTime = Date.UTC(9999, 11, 31)

/** A page of the merchant's disputes, newest first. It stays where it is while disputes are added. */
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

// What is listed comes before this. Where a token and a date both limit it, the earlier one counts.
function upperEnd({ behind, createdTo }: ListRequest): PagePosition {
  if (behind !== null && (createdTo === null || behind.createdAt <= createdTo)) return behind
  return { createdAt: createdTo ?? endOfTime, id: lastId }
}

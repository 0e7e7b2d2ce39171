import type { App } from '../../../platform/app/app.ts'
import { nilId } from '../../../platform/base/ids.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Dispute } from '../dispute.ts'
import type { DisputeStatus } from '../states.ts'
import { disputeFrom, listOpenDisputes as list } from '../store/disputes.ts'
import type { PagePosition } from './page-token.ts'

/** A dispute as support lists it. */
export interface OpenDispute {
  readonly dispute: Dispute
  readonly merchantName: string
  /** Its merchant's time. */
  readonly now: Instant
}

interface OpenDisputes {
  readonly disputes: readonly OpenDispute[]
  /** Behind which the next page begins; undefined on the last one. */
  readonly next: PagePosition | undefined
}

const first: PagePosition = { createdAt: 0, id: nilId }

/** Disputes of all merchants in some of the active statuses, oldest first. Nothing falls due by it: what it shows is what is written. */
export async function listOpenDisputes(
  app: App,
  { statuses, behind, limit }: { statuses: readonly DisputeStatus[]; behind: PagePosition | undefined; limit: number },
): Promise<OpenDisputes> {
  const { createdAt, id } = behind ?? first
  const wanted = { statuses, createdAfter: createdAt, idAfter: id, limit: limit + 1 }
  const rows = await app.db.run(list, wanted)
  const disputes = rows.slice(0, limit).map((row) => ({
    dispute: disputeFrom(row),
    merchantName: row.merchant_name,
    now: app.clock.now() + Number(row.clock_offset_ms),
  }))
  return { disputes, next: rows.length > limit ? disputes.at(-1)?.dispute : undefined }
}

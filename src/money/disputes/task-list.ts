import type { App } from '../../platform/app/app.ts'
import { nilId } from '../../platform/base/ids.ts'
import { firstInstant, type Instant, lastInstant } from '../../platform/base/times.ts'
import { settleDueOf } from '../../platform/due/settling.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import type { Dispute } from './dispute.ts'
import { dueDisputes } from './due-disputes.ts'
import type { TaskPosition } from './page-token.ts'
import { type DisputeStatus, disputeStatuses, isActive } from './states.ts'
import { listDisputeRowsByDue, listDisputeRowsByStatus, listOldestDisputeRows } from './store/disputes.ts'
import { disputeFrom } from './store/rows.ts'

/** The statuses in which the merchant has 14 days to answer. */
export const statusesToAnswer: readonly DisputeStatus[] = ['new', 'evidence_merchant']

interface TaskRequest {
  /** Empty: all. */
  readonly statuses: readonly DisputeStatus[]
  /** Both inclusive. */
  readonly createdFrom: Instant | null
  readonly createdTo: Instant | null
  /** The last dispute of the page before. */
  readonly behind: TaskPosition | undefined
  readonly limit: number
}

interface TaskPage {
  readonly disputes: readonly Dispute[]
  /** The position after which the next page begins; undefined on the last page. */
  readonly next: TaskPosition | undefined
}

interface PartRequest extends Omit<TaskRequest, 'behind'> {
  readonly merchantId: string
  readonly after: Pick<TaskPosition, 'at' | 'id'> | undefined
}

/** A part of the list: its statuses, the time that orders it, and how it is read. */
interface Part {
  readonly statuses: readonly DisputeStatus[]
  readonly timeOf: (dispute: Dispute) => Instant
  read(app: App, request: PartRequest): Promise<readonly Dispute[]>
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const parts: readonly Part[] = [
  {
    statuses: statusesToAnswer,
    timeOf: ({ dueAt, createdAt }) => dueAt ?? createdAt,
    read: async (app, request) => (await app.db.run(listDisputeRowsByDue, taskParams(request))).map(disputeFrom),
  },
  {
    statuses: ['in_progress', 'evidence_customer'],
    timeOf: ({ createdAt }) => createdAt,
    read: async (app, request) => (await app.db.run(listOldestDisputeRows, taskParams(request))).map(disputeFrom),
  },
  {
    statuses: disputeStatuses.filter((status) => !isActive(status)),
    timeOf: ({ createdAt }) => createdAt,
    async read(app, { after, createdFrom, createdTo, ...request }) {
      const to = createdTo ?? lastInstant
      const isLower = after !== undefined && after.at <= to
      const rows = await app.db.run(listDisputeRowsByStatus, {
        ...request,
        createdFrom: createdFrom ?? firstInstant,
        createdBefore: isLower ? after.at : to,
        idBefore: isLower ? after.id : lastId,
      })
      return rows.map(disputeFrom)
    },
  },
]

function taskParams({ after, createdFrom, createdTo, ...request }: PartRequest) {
  return {
    ...request,
    after: after?.at ?? firstInstant,
    afterId: after?.id ?? nilId,
    createdFrom: createdFrom ?? firstInstant,
    createdTo: createdTo ?? lastInstant,
  }
}

/**
 * Returns a page of the merchant's disputes in the order of work: those that wait for the merchant by their time left,
 * then other open ones, oldest first, then ended ones, newest first. New disputes do not move the page. A dispute that
 * enters another part meanwhile is listed there.
 */
export async function listTasks(app: App, actor: Actor, request: TaskRequest): Promise<TaskPage> {
  await settleDueOf(app, dueDisputes, actor)
  const { statuses: requested, createdFrom, createdTo, behind, limit } = request
  const first = behind?.part ?? 0
  const found: { readonly dispute: Dispute; readonly part: number }[] = []
  for (const [part, { statuses: own, read }] of parts.entries()) {
    const statuses = requested.length === 0 ? own : own.filter((status) => requested.includes(status))
    // One more than the page shows tells whether there is a next page.
    const missing = limit + 1 - found.length
    if (part < first || statuses.length === 0 || missing === 0) continue
    const after = part === first ? behind : undefined
    const span = { createdFrom, createdTo }
    const disputes = await read(app, { merchantId: actor.merchantId, statuses, ...span, after, limit: missing })
    found.push(...disputes.map((dispute) => ({ dispute, part })))
  }
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return { disputes: shown.map(({ dispute }) => dispute), next: last && positionOf(last) }
}

function positionOf({ dispute, part }: { readonly dispute: Dispute; readonly part: number }): TaskPosition {
  return { part, at: parts[part]?.timeOf(dispute) ?? dispute.createdAt, id: dispute.id }
}

/** Returns at most `limit` disputes that wait for the merchant's answer; the one that is due first comes first. */
export async function listDisputesToAnswer(app: App, actor: Actor, limit: number): Promise<readonly Dispute[]> {
  const all = { createdFrom: null, createdTo: null, behind: undefined }
  return (await listTasks(app, actor, { ...all, statuses: statusesToAnswer, limit })).disputes
}

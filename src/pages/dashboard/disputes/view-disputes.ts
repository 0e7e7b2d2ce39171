import { listDisputes } from '../../../money/disputes/queries/list-disputes.ts'
import { formatPageToken, parsePageToken } from '../../../money/disputes/queries/page-token.ts'
import { type DisputeStatus, disputeStatuses } from '../../../money/disputes/states.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { discloseDispute } from '../../back-office/disclosure/disclose-dispute.ts'
import { readSpan, spanOf } from '../day-filter.ts'
import type { Answer, Visit } from '../page.ts'
import { toAnswer } from './status.ts'
import { disputesPage } from './views/disputes.ts'
import { liveOnlyPage } from './views/live-only.ts'

const pageSize = 50

const answered: readonly DisputeStatus[] = ['new', 'evidence_merchant']

/** The list of disputes; in test mode, why there are none. `problem`: what is wrong with what was ticked. */
export async function viewDisputes(visit: Visit, problem?: string): Promise<Answer> {
  if (visit.isTest) return liveOnlyPage(visit)
  const { app, actor } = visit
  const { merchantId } = actor
  const stores = await listStores(app, merchantId)
  const span = readSpan(visit)
  const { start, end } = spanOf(span, stores)
  const token = visit.query('page_token')
  const status = visit.query('status') ?? ''
  const isWrong = span.isWrong || !['', toAnswer, ...disputeStatuses].includes(status)
  const { disputes, next } = isWrong
    ? { disputes: [], next: undefined }
    : await listDisputes(app, actor, {
        statuses: status === toAnswer ? answered : disputeStatuses.filter((known) => known === status),
        createdFrom: start,
        createdTo: end === null ? null : end - 1,
        behind: token === undefined ? null : (parsePageToken(app.secrets, merchantId, token) ?? null),
        limit: pageSize,
      })
  const older = next === undefined ? undefined : formatPageToken(app.secrets, merchantId, next)
  const disclosed = disputes.map((dispute) => discloseDispute(visit, dispute))
  return disputesPage(visit, { disputes: disclosed, older, span, status, isWrong, problem })
}

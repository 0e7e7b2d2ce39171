import { listAttachments } from '../../../money/disputes/attachments/list-attachments.ts'
import { getDispute } from '../../../money/disputes/queries/get-dispute.ts'
import { discloseDispute, discloseHistory } from '../../back-office/disclosure/disclose-dispute.ts'
import type { Answer, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { disputePage } from './views/dispute.ts'

/** The page of one dispute. */
export async function viewDispute(visit: Visit): Promise<Answer> {
  if (visit.isTest) throw refusals.noSuchPage()
  const { app, actor, id } = visit
  const { dispute, history } = await getDispute(app, actor, id)
  const files = await listAttachments(app, actor, [
    ...dispute.attachmentIds,
    ...history.flatMap(({ attachmentIds }) => attachmentIds),
  ])
  return disputePage(visit, {
    dispute: discloseDispute(visit, dispute),
    history: discloseHistory(visit, history),
    files: visit.mayReadPersonal ? files : new Map(),
    done: visit.query('done'),
  })
}

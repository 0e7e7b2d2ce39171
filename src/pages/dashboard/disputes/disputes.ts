import { approveDisputes } from '../../../money/disputes/actions/approve-disputes.ts'
import { fileEndings } from '../../../money/disputes/attachments/attachment.ts'
import { listAttachments, readAttachment } from '../../../money/disputes/attachments/attachments.ts'
import type { ExpectedVersions } from '../../../money/disputes/dispute.ts'
import { maxDisputesPerRequest } from '../../../money/disputes/dispute.ts'
import { findDisputes, getDispute } from '../../../money/disputes/disputes.ts'
import { formatTaskToken, parseTaskToken } from '../../../money/disputes/page-token.ts'
import { disputeStatuses, isActive } from '../../../money/disputes/states.ts'
import { listTasks, statusesToAnswer } from '../../../money/disputes/task-list.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { proofPage } from '../../../platform/people/pages/proof-page.ts'
import { discloseDispute, discloseHistory } from '../../back-office/disclosure/disclose-dispute.ts'
import { parseExpected } from '../../back-office/expected-versions.ts'
import { readSpan, spanOf } from '../day-filter.ts'
import { isLargeRefund } from '../large-refund.ts'
import type { Answer, Fields, FormInput, Section, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { answerChanged, authorOf, recordDisputes } from './case-forms.ts'
import { addressOfDispute, listQueryOf } from './dispute-address.ts'
import { submitChallenge, viewChallenge } from './dispute-challenge.ts'
import { submitEvidence, viewEvidence } from './evidence-forms.ts'
import { toAnswer } from './status.ts'
import { askApprove } from './views/approve.ts'
import { disputePage } from './views/dispute.ts'
import { changedPage } from './views/dispute-table.ts'
import { disputesPage, liveOnlyPage } from './views/disputes.ts'

/** Disputes: read, approve, challenge and send evidence. Test mode has none. */
export const disputes: Section = {
  pages: [
    { path: '/disputes', permission: 'see_disputes', view: viewDisputes },
    { path: '/disputes/:id', permission: 'see_disputes', view: viewDispute },
    { path: '/disputes/:id/challenge', permission: 'act_on_disputes', view: viewChallenge },
    { path: '/disputes/:id/evidence', permission: 'act_on_disputes', view: viewEvidence },
    { path: '/disputes/attachments/:id', isFile: true, permission: 'see_disputes', view: sendAttachment },
  ],
  forms: [
    { path: '/disputes/approve', permission: 'act_on_disputes', only: 'live', submit: submitApprove },
    {
      ...{ path: '/disputes/:id/challenge', permission: 'act_on_disputes', only: 'live', takes: 'attachments' },
      submit: submitChallenge,
    },
    {
      ...{ path: '/disputes/:id/evidence', permission: 'act_on_disputes', only: 'live', takes: 'attachments' },
      submit: submitEvidence,
    },
  ],
}

// A whole page can be approved at once.
const pageSize = maxDisputesPerRequest

/** The list of disputes, in the order of work. In test mode it explains why there are none. `problem`: the error of the chosen disputes. */
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
    : await listTasks(app, actor, {
        statuses: status === toAnswer ? statusesToAnswer : disputeStatuses.filter((known) => known === status),
        createdFrom: start,
        createdTo: end === null ? null : end - 1,
        behind: token === undefined ? undefined : parseTaskToken(app.secrets, merchantId, token),
        limit: pageSize,
      })
  const nextToken = next && formatTaskToken(app.secrets, merchantId, next)
  const disclosed = disputes.map((dispute) => discloseDispute(visit, dispute))
  return disputesPage(visit, { disputes: disclosed, nextToken, span, status, isWrong, problem })
}

/** Shows one dispute. */
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

/** Sends an attachment as a download. Pages still show it as a picture. */
export async function sendAttachment(visit: Visit): Promise<Answer> {
  if (visit.isTest) throw refusals.noSuchPage()
  const { id, contentType, content } = await readAttachment(visit.app, visit.actor, visit.id)
  return { file: { name: `attachment-${id}.${fileEndings[contentType]}`, type: contentType, body: content } }
}

/** Approves one or several disputes after a confirmation: all or none. */
export async function submitApprove(visit: Visit, fields: Fields, input: FormInput): Promise<Answer> {
  const { app, actor, words } = visit
  const expected = parseExpected(input.all('dispute'))
  const problem =
    (expected === undefined && words.texts.tickDisputes) ||
    ((expected?.size ?? 0) > maxDisputesPerRequest && words.texts.tickedTooMany(words.number(maxDisputesPerRequest)))
  if (expected === undefined || problem) return { ...(await viewDisputes(visit, problem || undefined)), status: 422 }
  const done = addressAfter(visit, expected)
  const found = await findDisputes(app, actor, [...expected.keys()], nowFor(app, actor))
  if (found.length < expected.size) throw refusals.noSuchPage()
  const disclosed = found.map((dispute) => discloseDispute(visit, dispute))
  if (found.some(({ id, version, status }) => version !== expected.get(id) || !isActive(status)))
    return (await answerChanged(visit, expected, 'dispute_approved', done)) ?? changedPage(visit, disclosed)
  if (!isConfirmed(fields)) return askApprove(visit, disclosed)
  const refunded = found.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const proof = isLargeRefund(app, refunded) ? await proofPage(visit, fields) : undefined
  if (proof !== undefined) return proof
  try {
    const inSameTransaction = (tx: Tx): Promise<void> => recordDisputes(visit, 'approve_dispute', found, tx)
    await approveDisputes(app, actor, [...expected.keys()], authorOf(visit), { expected, inSameTransaction })
  } catch (error) {
    const answer = error instanceof Refusal ? await answerChanged(visit, expected, 'dispute_approved', done) : undefined
    if (answer === undefined) throw error
    return answer
  }
  return { goTo: done }
}

function addressAfter(visit: Visit, expected: ExpectedVersions): string {
  const [id = ''] = expected.keys()
  return expected.size === 1
    ? addressOfDispute(visit, id, 'approve')
    : visit.address('disputes', { ...listQueryOf(visit), done: String(expected.size) })
}

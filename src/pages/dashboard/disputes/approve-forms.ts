import { approveDisputes } from '../../../money/disputes/actions/approve-disputes.ts'
import { maxDisputesPerRequest } from '../../../money/disputes/dispute.ts'
import { findDisputes } from '../../../money/disputes/queries/find-disputes.ts'
import type { SeenVersions } from '../../../money/disputes/seen-versions.ts'
import { isActive } from '../../../money/disputes/states.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { proofPage } from '../../../platform/people/pages/proof-page.ts'
import { discloseDispute } from '../../back-office/disclosure/disclose-dispute.ts'
import { parseSeen } from '../../back-office/seen-disputes.ts'
import { isLargeRefund } from '../large-refund.ts'
import type { Answer, Fields, FormInput, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { answerChanged } from './answer-changed.ts'
import { authorOf } from './author.ts'
import { addressOfDispute, listQueryOf } from './dispute-address.ts'
import { noteActs } from './note-acts.ts'
import { viewDisputes } from './view-disputes.ts'
import { askApprove } from './views/approve.ts'
import { changedPage } from './views/changed.ts'

/** Approves the disputes that were ticked, or the one of its page: asked once, all or none. */
export async function submitApprove(visit: Visit, fields: Fields, input: FormInput): Promise<Answer> {
  const { app, actor, words } = visit
  const seen = parseSeen(input.all('dispute'))
  const problem =
    (seen === undefined && words.texts.tickDisputes) ||
    ((seen?.size ?? 0) > maxDisputesPerRequest && words.texts.tickedTooMany(words.number(maxDisputesPerRequest)))
  if (seen === undefined || problem) return { ...(await viewDisputes(visit, problem || undefined)), status: 422 }
  const done = addressAfter(visit, seen)
  const found = await findDisputes(app, actor, [...seen.keys()], nowFor(app, actor))
  if (found.length < seen.size) throw refusals.noSuchPage()
  const disclosed = found.map((dispute) => discloseDispute(visit, dispute))
  if (found.some(({ id, version, status }) => version !== seen.get(id) || !isActive(status)))
    return (await answerChanged(visit, seen, 'dispute_approved', done)) ?? changedPage(visit, disclosed)
  if (!isConfirmed(fields)) return askApprove(visit, disclosed)
  const refunded = found.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const proof = isLargeRefund(app, refunded) ? await proofPage(visit, fields) : undefined
  if (proof !== undefined) return proof
  try {
    const also = (tx: Tx): Promise<void> => noteActs(visit, 'approve_dispute', found, tx)
    await approveDisputes(app, actor, [...seen.keys()], authorOf(visit), { seen, also })
  } catch (error) {
    const answer = error instanceof Refusal ? await answerChanged(visit, seen, 'dispute_approved', done) : undefined
    if (answer === undefined) throw error
    return answer
  }
  return { goTo: done }
}

function addressAfter(visit: Visit, seen: SeenVersions): string {
  const [id = ''] = seen.keys()
  return seen.size === 1
    ? addressOfDispute(visit, id, 'approve')
    : visit.address('disputes', { ...listQueryOf(visit), done: String(seen.size) })
}

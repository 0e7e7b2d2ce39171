import { listAttachments } from '../../../money/disputes/attachments/list-attachments.ts'
import type { Author, Dispute, EventType } from '../../../money/disputes/dispute.ts'
import { getDispute } from '../../../money/disputes/queries/get-dispute.ts'
import type { Decided, SeenVersions } from '../../../money/disputes/seen-versions.ts'
import type { DisputeId } from '../../../platform/base/ids.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import type { ActivityKind } from '../../../platform/people/activities/kinds.ts'
import { isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { discloseDispute } from '../../back-office/disclosure/disclose-dispute.ts'
import { parseSeen, isDoneBy } from '../../back-office/seen-disputes.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { recordDone } from '../visit.ts'
import { addressOfDispute } from './dispute-address.ts'
import type { Statement } from './statement.ts'
import { changedPage } from './views/dispute-table.ts'

/** As whom history names who is signed in. */
export function authorOf({ session }: Visit): Author {
  return { source: 'merchant', createdBy: session.email }
}

/** The page of a form about a dispute, where it may be sent now; otherwise the dispute's own. */
export async function showCase(
  visit: Visit,
  isPossible: (dispute: Dispute) => boolean,
  show: (dispute: Dispute) => Promise<Answer>,
): Promise<Answer> {
  if (visit.isTest) throw refusals.noSuchPage()
  const { dispute } = await getDispute(visit.app, visit.actor, visit.id)
  return isPossible(dispute) ? show(dispute) : { goTo: addressOfDispute(visit, dispute.id) }
}

/** Writes down what is done to disputes, in its transaction. */
export async function recordDisputes(
  visit: Visit,
  what: ActivityKind,
  disputes: readonly Dispute[],
  tx: Tx,
): Promise<void> {
  for (const { id, amountMinor, currency } of disputes) {
    const details = { amount: formatAmount(amountMinor, currency), currency }
    await recordDone(visit, { what, onKind: 'dispute', onId: id, details }, tx)
  }
}

/**
 * What a form is answered whose disputes are not as they were seen. Sent twice, what it wanted is done, and it leads to `goTo`; what somebody else
 * has changed is shown as it is now. Undefined where nothing has changed.
 */
export async function answerChanged(
  visit: Visit,
  seen: SeenVersions,
  eventType: EventType,
  goTo: string,
): Promise<Answer | undefined> {
  const { app, actor } = visit
  const cases = await Promise.all([...seen.keys()].map((id: DisputeId) => getDispute(app, actor, id)))
  const author = authorOf(visit)
  if (cases.every((one) => isDoneBy(author, { eventType }, one, seen.get(one.dispute.id)))) return { goTo }
  const changed = cases.map(({ dispute }) => dispute).filter(({ id, version }) => version !== seen.get(id))
  return changed.length === 0
    ? undefined
    : changedPage(
        visit,
        changed.map((dispute) => discloseDispute(visit, dispute)),
      )
}

/** How the merchant answers a dispute with a form of this kind. */
interface CaseAnswer<Form extends Statement> {
  /** What stands in the history afterwards, in the log, and in the address of the page that says so. */
  readonly eventType: EventType
  readonly what: ActivityKind
  readonly done: string
  read(dispute: Dispute): Form
  isWrong(form: Form): boolean
  /** The page of the form, with what is wrong. */
  form(dispute: Dispute, form: Form): Promise<Answer>
  /** Says what will happen, and asks once. */
  ask(dispute: Dispute, form: Form): Promise<Answer>
  act(form: Form, author: Author, decided: Decided): Promise<void>
}

/**
 * Answers a dispute: what is wrong is said on the form's page, then it is asked once, and only the second form acts. One that came twice
 * changes nothing more; of a dispute that has changed since it is said how it stands, and of a file that is gone that it is.
 */
export async function answerCase<Form extends Statement>(
  visit: Visit,
  fields: Fields,
  answer: CaseAnswer<Form>,
): Promise<Answer> {
  const { app, actor, id } = visit
  const { dispute } = await getDispute(app, actor, id)
  const version = parseSeen([fields['dispute'] ?? ''])?.get(id)
  if (version === undefined) return changedPage(visit, [discloseDispute(visit, dispute)])
  const seen = new Map([[id, version]])
  const done = addressOfDispute(visit, id, answer.done)
  if (version !== dispute.version)
    return (
      (await answerChanged(visit, seen, answer.eventType, done)) ??
      changedPage(visit, [discloseDispute(visit, dispute)])
    )
  const form = answer.read(dispute)
  if (answer.isWrong(form)) return { ...(await answer.form(dispute, form)), status: 422 }
  if (!isConfirmed(fields)) return answer.ask(dispute, form)
  try {
    await answer.act(form, authorOf(visit), { seen, also: (tx) => recordDisputes(visit, answer.what, [dispute], tx) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const changed = await answerChanged(visit, seen, answer.eventType, done)
    if (changed !== undefined) return changed
    const kept = await withoutGone(visit, form)
    if (kept === undefined) throw error
    return { ...(await answer.form(dispute, kept)), status: 422 }
  }
  return { goTo: done }
}

// Files that no dispute has are not kept for long. Undefined where none of them is gone.
async function withoutGone<Form extends Statement>({ app, actor }: Visit, form: Form): Promise<Form | undefined> {
  const there = await listAttachments(app, actor, form.attachmentIds)
  const attachmentIds = form.attachmentIds.filter((id) => there.has(id))
  if (attachmentIds.length === form.attachmentIds.length) return undefined
  return { ...form, attachmentIds, refused: [...form.refused, { name: '', problem: 'gone' }] }
}

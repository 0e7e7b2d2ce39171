import { listAttachments } from '../../../money/disputes/attachments/attachments.ts'
import type { Author, ChangeOptions, Dispute, EventType, ExpectedVersions } from '../../../money/disputes/dispute.ts'
import { getDispute } from '../../../money/disputes/disputes.ts'
import type { DisputeId } from '../../../platform/base/ids.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { ActivityKind } from '../../../platform/people/activities/kinds.ts'
import { isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { discloseDispute } from '../../back-office/disclosure/disclose-dispute.ts'
import { isDoneBy, parseExpected } from '../../back-office/expected-versions.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { recordDone } from '../visit.ts'
import { addressOfDispute } from './dispute-address.ts'
import type { Statement } from './statement.ts'
import { changedPage } from './views/dispute-table.ts'

/** Returns the signed-in person as the author in a dispute's history. */
export function authorOf({ session }: Visit): Author {
  return { source: 'merchant', createdBy: session.email }
}

/** Shows a dispute's form if it may be sent now. Otherwise redirects to the dispute's page. */
export async function showCase(
  visit: Visit,
  isPossible: (dispute: Dispute) => boolean,
  show: (dispute: Dispute) => Promise<Answer>,
): Promise<Answer> {
  if (visit.isTest) throw refusals.noSuchPage()
  const { dispute } = await getDispute(visit.app, visit.actor, visit.id)
  return isPossible(dispute) ? show(dispute) : { goTo: addressOfDispute(visit, dispute.id) }
}

/** Logs an activity for each of these disputes, in the transaction of the change. */
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
 * Answers a form whose disputes have changed since the page was opened; undefined if none has changed.
 * A repeated form redirects to `goTo`. Otherwise a page shows the present state.
 */
export async function answerChanged(
  visit: Visit,
  expected: ExpectedVersions,
  eventType: EventType,
  goTo: string,
): Promise<Answer | undefined> {
  const { app, actor } = visit
  const cases = await Promise.all([...expected.keys()].map((id: DisputeId) => getDispute(app, actor, id)))
  const author = authorOf(visit)
  if (cases.every((one) => isDoneBy(author, { eventType }, one, expected.get(one.dispute.id)))) return { goTo }
  const changed = cases.map(({ dispute }) => dispute).filter(({ id, version }) => version !== expected.get(id))
  return changed.length === 0
    ? undefined
    : changedPage(
        visit,
        changed.map((dispute) => discloseDispute(visit, dispute)),
      )
}

/** The parts of a form with which the merchant answers a dispute. */
interface CaseAnswer<Form extends Statement> {
  /** The names of the act in the history, in the log, and in the address of the page afterwards. */
  readonly eventType: EventType
  readonly what: ActivityKind
  readonly done: string
  read(dispute: Dispute): Form
  isWrong(form: Form): boolean
  /** Returns the form's page with its errors. */
  form(dispute: Dispute, form: Form): Promise<Answer>
  /** Returns the page that asks for confirmation. */
  ask(dispute: Dispute, form: Form): Promise<Answer>
  act(form: Form, author: Author, options: ChangeOptions): Promise<void>
}

/**
 * Answers a dispute: shows the form's errors, asks for confirmation, and acts on the second form only.
 * A repeated form changes nothing. A changed dispute, or a deleted attachment, gets a page that says so.
 */
export async function answerCase<Form extends Statement>(
  visit: Visit,
  fields: Fields,
  answer: CaseAnswer<Form>,
): Promise<Answer> {
  const { app, actor, id } = visit
  const { dispute } = await getDispute(app, actor, id)
  const version = parseExpected([fields['dispute'] ?? ''])?.get(id)
  if (version === undefined) return changedPage(visit, [discloseDispute(visit, dispute)])
  const expected = new Map([[id, version]])
  const done = addressOfDispute(visit, id, answer.done)
  if (version !== dispute.version)
    return (
      (await answerChanged(visit, expected, answer.eventType, done)) ??
      changedPage(visit, [discloseDispute(visit, dispute)])
    )
  const form = answer.read(dispute)
  if (answer.isWrong(form)) return { ...(await answer.form(dispute, form)), status: 422 }
  if (!isConfirmed(fields)) return answer.ask(dispute, form)
  try {
    await answer.act(form, authorOf(visit), {
      expected,
      inSameTransaction: (tx) => recordDisputes(visit, answer.what, [dispute], tx),
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const changed = await answerChanged(visit, expected, answer.eventType, done)
    if (changed !== undefined) return changed
    const kept = await withoutGone(visit, form)
    if (kept === undefined) throw error
    return { ...(await answer.form(dispute, kept)), status: 422 }
  }
  return { goTo: done }
}

// Unused attachments are deleted after a while. Returns undefined if all still exist.
async function withoutGone<Form extends Statement>({ app, actor }: Visit, form: Form): Promise<Form | undefined> {
  const there = await listAttachments(app, actor, form.attachmentIds)
  const attachmentIds = form.attachmentIds.filter((id) => there.has(id))
  if (attachmentIds.length === form.attachmentIds.length) return undefined
  return { ...form, attachmentIds, refused: [...form.refused, { name: '', problem: 'gone' }] }
}

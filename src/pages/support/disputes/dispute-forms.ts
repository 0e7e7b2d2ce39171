import { actOnDispute } from '../../../money/disputes/actions/act-on-dispute.ts'
import { type ChangeOptions, type Dispute, support } from '../../../money/disputes/dispute.ts'
import { formatAmount, readTypedAmount } from '../../../platform/base/money.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { cutText } from '../../../platform/base/texts.ts'
import { endClaim } from '../../../platform/people/claims/claims.ts'
import { askPage, isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { html } from '../../../platform/ui/html.ts'
import { isolated } from '../../../platform/ui/words/lang.ts'
import { formatExpected, isDoneBy, parseExpected } from '../../back-office/expected-versions.ts'
import { changedPage } from '../changed-page.ts'
import { answerTaken } from '../claims/answer-taken.ts'
import type { Fields, SupportAnswer, SupportVisit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { type Decision, findDecision, isPossible } from './decisions.ts'
import { effectOf } from './effects.ts'
import { type LoadedCase, loadCase } from './load-case.ts'
import { maxText, type TypedDecision } from './views/decision.ts'
import { disputePage } from './views/dispute.ts'

/** A decision whose form is valid. */
interface DecisionRequest {
  readonly decision: Decision
  readonly text: string
  /** The amount of a refund of another amount; undefined for all other decisions. */
  readonly amountMinor: bigint | undefined
  /** The dispute's version on the page; undefined if the form does not carry a valid one. */
  readonly shownVersion: number | undefined
}

/**
 * Does an agent's decision on a dispute, after a confirmation. Refuses with 409 if the dispute is not the version that the
 * page showed. A second press does nothing, and leads to the result of the first. Ignores the fields of other choices.
 */
export async function submitDecision(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const loaded = await loadCase(visit)
  const { dispute } = loaded
  const shownVersion = parseExpected([fields['dispute'] ?? ''])?.get(dispute.id)
  const request = readDecision(dispute, fields, shownVersion)
  if (shownVersion !== dispute.version) return answerChanged(visit, loaded, request)
  const taken = await answerTaken(visit, dispute, `disputes/${dispute.id}`)
  if (taken !== undefined) return taken
  if ('problem' in request) return { ...(await disputePage(visit, loaded, { typed: request })), status: 422 }
  if (!isPossible(request.decision, dispute)) return changedDispute(visit, loaded)
  if (!isConfirmed(fields)) return askDecision(visit, loaded, request)
  return act(visit, loaded, request)
}

/** Returns the decision of a form, or what was typed with its error. */
function readDecision(
  { amountMinor: disputedMinor, currency, version }: Dispute,
  fields: Fields,
  shownVersion: number | undefined,
): DecisionRequest | TypedDecision {
  const decision = findDecision(fields['decision'])
  const text = cutText((fields['text'] ?? '').trim(), maxText)
  const amount = cutText((fields['amount'] ?? '').trim(), 40)
  const typed = { name: decision?.name, amount, text }
  if (decision === undefined) return { ...typed, problem: 'decision' }
  const hasAmount = decision.name === 'refund-amount'
  const minor = hasAmount ? readTypedAmount(amount, currency) : undefined
  // Of a stale form only the amount counts: the disputed amount may be the refunded one by now.
  const isBelow = typeof minor === 'bigint' && (shownVersion !== version || minor < disputedMinor)
  const amountMinor = isBelow && minor > 0n ? minor : undefined
  if (hasAmount && amountMinor === undefined) return { ...typed, problem: 'amount' }
  if (decision.needsText && text === '') return { ...typed, problem: 'text' }
  return { decision, text, amountMinor, shownVersion }
}

function askDecision(visit: SupportVisit, loaded: LoadedCase, request: DecisionRequest): SupportAnswer {
  const { texts } = visit.words
  const { dispute } = loaded.shown
  const { decision, text, amountMinor } = request
  const { name, isFinal } = decision
  const effect = effectOf(visit, loaded, name, amountMinor)
  const sentence = texts.ofOrder(isolated(dispute.orderNumber || dispute.id), effect)
  const amount = amountMinor === undefined ? '' : formatAmount(amountMinor, dispute.currency)
  return askPage(visit, {
    ...{ title: texts.decisions[name], label: texts.decisions[name] },
    sentence: isFinal ? `${sentence} ${texts.cannotBeUndone}` : sentence,
    ...{ to: `disputes/${dispute.id}/decide`, back: `disputes/${dispute.id}` },
    fields: { decision: name, amount, text, dispute: formatExpected(dispute) },
    children: text !== '' && html`<blockquote class="quote"><bdi>${text}</bdi></blockquote>`,
  })
}

async function act(visit: SupportVisit, loaded: LoadedCase, request: DecisionRequest): Promise<SupportAnswer> {
  const { app } = visit
  const { actor, dispute } = loaded
  const { decision, text, amountMinor } = request
  const { action, kind } = decision
  const expected = new Map([[dispute.id, dispute.version]])
  const from = decision.name === 'ask-customer' ? 'customer' : 'merchant'
  const inSameTransaction: ChangeOptions['inSameTransaction'] = async (tx, [after = dispute]) => {
    const amount = formatAmount(after.amountMinor, after.currency)
    const details = action === 'request-evidence' ? { asked: from } : { amount, currency: after.currency }
    const done = { what: kind, onKind: 'dispute', onId: after.id, details }
    await recordDone(visit, done, { merchantId: actor.merchantId, isTest: false }, tx)
  }
  const input = { text, from, amountMinor, attachmentIds: [] } as const
  try {
    await actOnDispute(app, actor, dispute.id, action, input, { expected, inSameTransaction })
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'conflict') throw error
    const now = await loadCase(visit)
    // Another transaction held the lock. The version is unchanged, so the agent may try again.
    if (now.dispute.version === dispute.version) throw error
    return answerChanged(visit, now, request)
  }
  if (decision.isFinal || action === 'request-evidence') await endClaim(app, dispute.id)
  return { goTo: addressAfter(visit, decision) }
}

function answerChanged(
  visit: SupportVisit,
  loaded: LoadedCase,
  request: DecisionRequest | TypedDecision,
): SupportAnswer {
  if ('decision' in request) {
    const { decision, text, amountMinor, shownVersion } = request
    // Another amount is the content of its entry.
    const content = amountMinor === undefined ? text : formatAmount(amountMinor, loaded.dispute.currency)
    const expected = { eventType: decision.eventType, text: content }
    if (isDoneBy(support, expected, loaded, shownVersion)) return { goTo: addressAfter(visit, decision) }
  }
  return changedDispute(visit, loaded)
}

function addressAfter(visit: SupportVisit, { name }: Decision): string {
  return visit.address(`disputes/${visit.id}`, { done: name })
}

/** Returns the 409 page with the dispute's current status. */
function changedDispute(visit: SupportVisit, { dispute }: LoadedCase): SupportAnswer {
  const { texts } = visit.words
  const lead = texts.disputeChangedLead(texts.disputeStatuses[dispute.status])
  return changedPage(visit, { title: texts.disputeChangedTitle, lead, path: `disputes/${dispute.id}` })
}

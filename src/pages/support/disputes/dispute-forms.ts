import { actOnDispute } from '../../../money/disputes/actions/act-on-dispute.ts'
import { type ChangeOptions, support } from '../../../money/disputes/dispute.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { cutText } from '../../../platform/base/texts.ts'
import { askPage, isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { html } from '../../../platform/ui/html.ts'
import { isolated } from '../../../platform/ui/words/lang.ts'
import { formatExpected, isDoneBy, parseExpected } from '../../back-office/expected-versions.ts'
import { changedPage } from '../changed-page.ts'
import type { Fields, SupportAnswer, SupportVisit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { type LoadedCase, loadCase } from './load-case.ts'
import { eventOf, isPossible, type MoveName, moveOf, type Side } from './moves.ts'
import { disputePage } from './views/dispute.ts'

interface MoveRequest {
  readonly name: MoveName
  readonly text: string
  readonly from: Side
  /** The dispute's version on the page; undefined if the form does not carry a valid one. */
  readonly shownVersion: number | undefined
}

const maxText = 20_000

/**
 * Does an agent's move on a dispute, after a confirmation. Refuses with 409 if the dispute is not the version that the
 * page showed.
 * A second press does nothing, and leads to the result of the first.
 */
export async function submitMove(visit: SupportVisit, name: MoveName, fields: Fields): Promise<SupportAnswer> {
  const loaded = await loadCase(visit)
  const { dispute } = loaded
  const request: MoveRequest = {
    name,
    text: cutText((fields['text'] ?? '').trim(), maxText),
    from: fields['from'] === 'customer' ? 'customer' : 'merchant',
    shownVersion: parseExpected([fields['dispute'] ?? ''])?.get(dispute.id),
  }
  const { needsText } = moveOf(name)
  if (request.shownVersion !== dispute.version) return answerChanged(visit, loaded, request)
  if (!isPossible(moveOf(name), dispute)) return changedDispute(visit, loaded)
  if (needsText && request.text === '') {
    return { ...(await disputePage(visit, loaded, { missing: { name, from: request.from } })), status: 422 }
  }
  if (!isConfirmed(fields)) return askMove(visit, loaded, request)
  return act(visit, loaded, request)
}

function askMove(
  visit: SupportVisit,
  { shown: { dispute } }: LoadedCase,
  { name, text, from }: MoveRequest,
): SupportAnswer {
  const { words } = visit
  const { texts } = words
  const money = (minor: bigint): string => words.money(minor, dispute.currency)
  const amount = money(dispute.amountMinor)
  const order = isolated(dispute.orderNumber || dispute.id)
  const sentence = {
    'request-evidence': from === 'merchant' ? texts.askMerchantSentence(order) : texts.askCustomerSentence(order),
    'accept-amount': texts.acceptSentence(money(dispute.proposedMinor ?? dispute.amountMinor), amount),
    refund: texts.refundSentence(amount, order),
    decline: texts.declineSentence(amount, order),
    comment: texts.commentSentence(order),
  }[name]
  return askPage(visit, {
    ...{ title: texts.moves[name], label: texts.moves[name], sentence },
    ...{ to: `disputes/${dispute.id}/${name}`, back: `disputes/${dispute.id}` },
    fields: { text, from, dispute: formatExpected(dispute) },
    children: text !== '' && html`<blockquote class="quote"><bdi>${text}</bdi></blockquote>`,
  })
}

async function act(visit: SupportVisit, loaded: LoadedCase, request: MoveRequest): Promise<SupportAnswer> {
  const { app } = visit
  const { actor, dispute } = loaded
  const { name, text, from } = request
  const expected = new Map([[dispute.id, dispute.version]])
  const inSameTransaction: ChangeOptions['inSameTransaction'] = async (tx, [after = dispute]) => {
    const amount = formatAmount(after.amountMinor, after.currency)
    const details = name === 'request-evidence' ? { asked: from } : { amount, currency: after.currency }
    const done = { what: moveOf(name).kind, onKind: 'dispute', onId: after.id, details }
    await recordDone(visit, done, { merchantId: actor.merchantId, isTest: false }, tx)
  }
  try {
    await actOnDispute(app, actor, dispute.id, name, { text, from, attachmentIds: [] }, { expected, inSameTransaction })
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'conflict') throw error
    const now = await loadCase(visit)
    // Another transaction held the lock. The version is unchanged, so the agent may try again.
    if (now.dispute.version === dispute.version) throw error
    return answerChanged(visit, now, request)
  }
  return { goTo: addressAfter(visit, request) }
}

function answerChanged(visit: SupportVisit, loaded: LoadedCase, request: MoveRequest): SupportAnswer {
  const { name, from, text, shownVersion } = request
  const expected = { eventType: eventOf(name, from), text }
  if (isDoneBy(support, expected, loaded, shownVersion)) return { goTo: addressAfter(visit, request) }
  return changedDispute(visit, loaded)
}

function addressAfter(visit: SupportVisit, { name }: MoveRequest): string {
  return visit.address(`disputes/${visit.id}`, { done: name })
}

/** Returns the 409 page with the dispute's current status. */
function changedDispute(visit: SupportVisit, { dispute }: LoadedCase): SupportAnswer {
  const { texts } = visit.words
  const lead = texts.disputeChangedLead(texts.disputeStatuses[dispute.status])
  return changedPage(visit, { title: texts.disputeChangedTitle, lead, path: `disputes/${dispute.id}` })
}

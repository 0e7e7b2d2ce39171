import { actOnDispute } from '../../../money/disputes/actions/act-on-dispute.ts'
import { support } from '../../../money/disputes/dispute.ts'
import type { Decided } from '../../../money/disputes/seen-versions.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { cutText } from '../../../platform/base/texts.ts'
import { askPage, isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { html } from '../../../platform/ui/html.ts'
import { isolated } from '../../../platform/ui/words/lang.ts'
import { formatSeen, isDoneBy, parseSeen } from '../../back-office/seen-disputes.ts'
import { changedPage } from '../changed-page.ts'
import type { Fields, SupportAnswer, SupportVisit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { type LoadedCase, loadCase } from './load-case.ts'
import { eventOf, isPossible, type MoveName, moveOf, type Side } from './moves.ts'
import { disputePage } from './views/dispute.ts'

interface AskedMove {
  readonly name: MoveName
  readonly text: string
  readonly from: Side
  /** The version that was shown; undefined where the form is none of ours. */
  readonly seenVersion: number | undefined
}

const maxText = 20_000

/**
 * What support does to a dispute: asked once in a sentence, and done only to the dispute that was seen. Sent twice it is done once, and leads to what it
 * has done.
 */
export async function submitMove(visit: SupportVisit, name: MoveName, fields: Fields): Promise<SupportAnswer> {
  const loaded = await loadCase(visit)
  const { dispute } = loaded
  const asked: AskedMove = {
    name,
    text: cutText((fields['text'] ?? '').trim(), maxText),
    from: fields['from'] === 'customer' ? 'customer' : 'merchant',
    seenVersion: parseSeen([fields['dispute'] ?? ''])?.get(dispute.id),
  }
  const { needsText } = moveOf(name)
  if (asked.seenVersion !== dispute.version) return answerChanged(visit, loaded, asked)
  if (!isPossible(moveOf(name), dispute)) return changed(visit, loaded)
  if (needsText && asked.text === '') {
    return { ...(await disputePage(visit, loaded, { missing: { name, from: asked.from } })), status: 422 }
  }
  if (!isConfirmed(fields)) return askMove(visit, loaded, asked)
  return act(visit, loaded, asked)
}

function askMove(
  visit: SupportVisit,
  { shown: { dispute } }: LoadedCase,
  { name, text, from }: AskedMove,
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
    fields: { text, from, dispute: formatSeen(dispute) },
    children: text !== '' && html`<blockquote class="said"><bdi>${text}</bdi></blockquote>`,
  })
}

async function act(visit: SupportVisit, loaded: LoadedCase, asked: AskedMove): Promise<SupportAnswer> {
  const { app } = visit
  const { actor, dispute } = loaded
  const { name, text, from } = asked
  const seen = new Map([[dispute.id, dispute.version]])
  const also: Decided['also'] = async (tx, [after = dispute]) => {
    const amount = formatAmount(after.amountMinor, after.currency)
    const details = name === 'request-evidence' ? { asked: from } : { amount, currency: after.currency }
    const done = { what: moveOf(name).kind, onKind: 'dispute', onId: after.id, details }
    await recordDone(visit, done, { merchantId: actor.merchantId, isTest: false }, tx)
  }
  try {
    await actOnDispute(app, actor, dispute.id, name, { text, from, attachmentIds: [] }, { seen, also })
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'conflict') throw error
    const now = await loadCase(visit)
    // Held by somebody for a moment: nothing has changed, and it may be tried again.
    if (now.dispute.version === dispute.version) throw error
    return answerChanged(visit, now, asked)
  }
  return { goTo: addressAfter(visit, asked) }
}

function answerChanged(visit: SupportVisit, loaded: LoadedCase, asked: AskedMove): SupportAnswer {
  const { name, from, text, seenVersion } = asked
  const wanted = { eventType: eventOf(name, from), text }
  if (isDoneBy(support, wanted, loaded, seenVersion)) return { goTo: addressAfter(visit, asked) }
  return changed(visit, loaded)
}

function addressAfter(visit: SupportVisit, { name }: AskedMove): string {
  return visit.address(`disputes/${visit.id}`, { done: name })
}

/** Nothing was done, for the dispute is not what was seen. */
function changed(visit: SupportVisit, { dispute }: LoadedCase): SupportAnswer {
  const { texts } = visit.words
  const lead = texts.disputeChangedLead(texts.disputeStatuses[dispute.status])
  return changedPage(visit, { title: texts.disputeChangedTitle, lead, path: `disputes/${dispute.id}` })
}

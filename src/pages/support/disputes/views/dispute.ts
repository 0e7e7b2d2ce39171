import { loadCollection } from '../../../../money/collections/collections.ts'
import { listAttachments } from '../../../../money/disputes/attachments/attachments.ts'
import { isActive } from '../../../../money/disputes/states.ts'
import { getStore } from '../../../../platform/merchants/stores/stores.ts'
import { workOn } from '../../../../platform/people/claims/claims.ts'
import { Note } from '../../../../platform/ui/back-office/components/panel.ts'
import { html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import { ClaimPanel } from '../../claims/panel.ts'
import type { SupportAnswer, SupportVisit } from '../../page.ts'
import { CustomerPanel } from '../../personal.ts'
import type { DecisionName } from '../decisions.ts'
import type { LoadedCase } from '../load-case.ts'
import { About } from './about.ts'
import { DecisionPanel, type TypedDecision } from './decision.ts'
import { OrderPanel } from './order.ts'
import { DisputeStory } from './story.ts'

/** The outcome of the last form: what was done, or what was typed wrongly. */
interface DisputeNotice {
  readonly done?: DecisionName | undefined
  readonly typed?: TypedDecision
}

/** Returns the page of a dispute: what it is about, the story of both sides, the order, and one decision. */
export async function disputePage(
  visit: SupportVisit,
  loaded: LoadedCase,
  { done, typed }: DisputeNotice,
): Promise<SupportAnswer> {
  const { app, words, address, session } = visit
  const { texts } = words
  const { actor, isOpen, phone } = loaded
  const { dispute, payment } = loaded.shown
  const [store, collection, files, claim] = await Promise.all([
    getStore(app, actor.merchantId, dispute.storeId),
    loadCollection(app, { ...actor, isTest: false }, dispute.paymentId),
    listAttachments(app, actor, isOpen ? dispute.attachmentIds : []),
    workOn(app, session, dispute.id),
  ])
  const customer = CustomerPanel({ visit, payment, phone, isOpen, path: `disputes/${dispute.id}` })
  const order = OrderPanel({ visit, loaded, facts: collection?.facts })
  const content = html`
    ${done && Note({ tone: 'good', children: html`<p>${texts.decisionsDone[done]}</p>` })}
    ${About({ visit, loaded, storeName: store.name })}
    ${isActive(dispute.status) && ClaimPanel({ visit, item: { kind: 'dispute', id: dispute.id }, claim })}
    ${!isOpen && customer}
    ${DisputeStory({ visit, loaded, files })}
    ${isOpen ? html`<div class="panels panels-two">${order}${customer}</div>` : order}
    ${DecisionPanel({ visit, loaded, typed })}`
  const back = { href: address(''), label: texts.pageNames.queue }
  const title = texts.disputeTitle(isolated(dispute.orderNumber || dispute.paymentId))
  return { page: { title, back }, content }
}

import { loadFacts } from '../../../../money/explain/load-facts.ts'
import { type Story, storyOf } from '../../../../money/explain/story.ts'
import { isReferred, leftToRefund, listedAs } from '../../../../money/payments/payment.ts'
import { listReturnRequests } from '../../../../money/payments/return-requests/return-requests.ts'
import { paymentWire } from '../../../../money/payments/wire.ts'
import { shortText } from '../../../../platform/base/texts.ts'
import { type Actor, nowFor } from '../../../../platform/merchants/caller.ts'
import { workOn } from '../../../../platform/people/claims/claims.ts'
import { Facts, Figures, Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { Fold } from '../../../../platform/ui/components/blocks.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import { discloseFacts } from '../../../back-office/disclosure/disclose-facts.ts'
import type { DisclosedPayment } from '../../../back-office/disclosure/disclose-payment.ts'
import { paymentTones } from '../../../back-office/payment-tones.ts'
import { ClaimPanel } from '../../claims/panel.ts'
import { disputeTones } from '../../disputes/status.ts'
import type { SupportAnswer, SupportVisit } from '../../page.ts'
import { CustomerPanel } from '../../personal.ts'
import { refusals } from '../../refusals.ts'
import type { LoadedPayment } from '../load-payment.ts'
import { NotificationsPanel } from './notifications.ts'
import { ReferralPanel } from './referral.ts'
import { type PaymentNotice, ReturnsPanel } from './returns.ts'
import { Timeline } from './timeline.ts'

/** Returns the page of a payment: money, customer, disputes, refunds by hand, timeline and notifications. */
export async function paymentPage(
  visit: SupportVisit,
  loaded: LoadedPayment,
  notice: PaymentNotice,
): Promise<SupportAnswer> {
  const { app, words, address, session } = visit
  const { texts } = words
  const { actor, payment, isOpen, phone } = loaded
  const [found, requests, claim] = await Promise.all([
    loadFacts(app, payment.id),
    listReturnRequests(app, payment.merchantId, payment.id),
    workOn(app, session, payment.id),
  ])
  if (found === undefined) throw refusals.noSuchPage()
  const facts = discloseFacts({ mayReadPersonal: isOpen }, found)
  const story = storyOf(facts)
  const doneTexts: Readonly<Record<string, string>> = texts.paymentDone
  const done = notice.done && doneTexts[notice.done]
  const isInQueue =
    isReferred(payment) ||
    requests.some(({ state }) => state === 'waiting') ||
    story.plan?.collection.defaultedAt != null ||
    story.plan?.returns.some(({ state }) => state === 'failed') === true
  const item = { kind: 'payment', id: payment.id } as const
  const content = html`
    ${done && Note({ tone: 'good', children: html`<p>${done}</p>` })}
    ${notice.isOwn && Note({ tone: 'bad', children: html`<p>${texts.ownReturn}</p>` })}
    ${(isInQueue || claim !== undefined) && ClaimPanel({ visit, item, claim })}
    ${ReferralPanel({ visit, payment, story })}
    ${MoneyPanel({ visit, actor, payment, story })}
    ${CustomerPanel({ visit, payment, phone, isOpen, path: `payments/${payment.id}` })}
    ${DisputesPanel({ visit, story })}
    ${ReturnsPanel({ visit, payment, requests, notice })}
    ${Timeline({ visit, story })}
    ${NotificationsPanel({ visit, payment, announcements: facts.announcements })}
    ${isOpen && Evidence({ visit, id: payment.id })}
    ${isOpen && RawData({ visit, json: JSON.stringify(paymentWire(payment, facts.now), null, 2) })}`
  const title = texts.paymentTitle(isolated(shortText(payment.orderReference, 60) || payment.id))
  return { page: { title, back: { href: address(''), label: texts.pageNames.queue } }, content }
}

interface MoneyPanelProps {
  readonly visit: SupportVisit
  readonly actor: Actor
  readonly payment: DisclosedPayment
  readonly story: Story
}

function MoneyPanel({ visit, actor, payment, story }: MoneyPanelProps): Content {
  const { app, words, address, moment, exactMoment } = visit
  const { texts } = words
  const { head, money, next: nextEvents } = story
  const { currency } = payment
  const amount = (minor: bigint): string => words.money(minor, currency)
  const listed = listedAs(payment)
  const isPartlyRefunded = listed === 'captured' && payment.refundedMinor > 0n
  const status = {
    tone: paymentTones[listed],
    text: isPartlyRefunded ? texts.partlyRefunded : texts.paymentStatuses[listed],
  }
  const clockFact = [
    texts.advancedClock,
    texts.bothClocks(exactMoment(nowFor(app, actor), currency), exactMoment(app.clock.now(), currency)),
  ] as const
  const next = nextEvents.find(({ at }) => at !== null)
  return Panel({
    title: texts.moneyPanel,
    aside: StatusTag(status),
    children: html`
      ${Figures({
        figures: [
          { label: texts.amount, value: amount(payment.amountMinor) },
          { label: texts.captured, value: amount(payment.capturedMinor) },
          { label: texts.refunded, value: amount(payment.refundedMinor) },
          { label: texts.leftToRefund, value: amount(leftToRefund(payment)) },
          ...(story.plan === undefined
            ? []
            : [
                { label: texts.paid, value: amount(money.paidMinor) },
                { label: texts.owed, value: amount(money.owedMinor) },
              ]),
        ],
      })}
      ${Facts({
        facts: [
          [
            texts.merchant,
            html`<a href=${address(`merchants/${head.merchantId}`)}><bdi>${head.merchantName}</bdi></a>`,
          ],
          [texts.store, html`<bdi>${head.merchantCode}</bdi>`],
          [texts.mode, head.isTest ? texts.test : texts.live],
          [texts.createdAt, moment(payment.createdAt, currency)],
          ...(actor.clockOffsetMs === 0 ? [] : [clockFact]),
          [texts.paymentId, html`<bdi dir="ltr">${payment.id}</bdi>`],
          ...(story.plan === undefined ? [] : [cardFact(texts.card, story.plan.collection.card)]),
          ...(next?.at == null ? [] : [[texts.nextStep, moment(next.at, currency)] as const]),
        ],
      })}
    `,
  })
}

function cardFact(label: string, card: { brand: string; lastFour: string }): readonly [string, Content] {
  return [label, html`<bdi dir="ltr">${card.brand} …${card.lastFour}</bdi>`]
}

/** Upper limit of the shown JSON, in characters: an order may have a million. */
const maxJsonChars = 65_536

function Evidence({ visit, id }: { visit: SupportVisit; id: string }): Content {
  const { texts } = visit.words
  return Fold({
    summary: texts.evidence,
    children: html`<p>${texts.evidenceNote}</p>
      <p><a href=${visit.address(`payments/${id}/evidence`)}>${texts.evidenceDownload}</a></p>`,
  })
}

function RawData({ visit, json }: { visit: SupportVisit; json: string }): Content {
  const { texts } = visit.words
  return Fold({
    summary: texts.rawJson,
    children: html`
      ${json.length > maxJsonChars && html`<p class="soft">${texts.rawTooLong}</p>`}
      <pre class="raw" dir="ltr" tabindex="0">${json.slice(0, maxJsonChars).toWellFormed()}</pre>
    `,
  })
}

function DisputesPanel({ visit, story }: { visit: SupportVisit; story: Story }): Content {
  const { words, address, moment } = visit
  const { texts } = words
  if (story.cases.length === 0) return null
  return Panel({
    title: texts.disputesTitle,
    children: html`<ul class="stack">${story.cases.map(
      ({ id, status, amountMinor, createdAt }) =>
        html`<li>
          <a class="quiet" href=${address(`disputes/${id}`)}>${words.money(amountMinor, story.head.currency)}</a>
          ${StatusTag({ tone: disputeTones[status], text: texts.disputeStatuses[status] })}
          <span class="soft">${moment(createdAt, story.head.currency)}</span>
        </li>`,
    )}</ul>`,
  })
}

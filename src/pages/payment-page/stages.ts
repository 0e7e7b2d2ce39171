import { hashOf } from '../../money/checkout/agreement/agreement.ts'
import { codeDigits, secondsToResend } from '../../money/checkout/phone-code/phone-code.ts'
import { triesLeft } from '../../money/checkout/progress/progress.ts'
import { returnUrl } from '../../money/checkout/sessions/session.ts'
import { accountPath } from '../../money/collections/account-link.ts'
import { parsePhone } from '../../platform/base/phone.ts'
import type { CodeProblem } from '../../platform/ui/customer/code-field.ts'
import type { PageContext } from './page-context.ts'
import { renderChallenge, renderReserved, renderWaiting } from './views/bank.ts'
import { type CardView, renderCard, renderHostedCard } from './views/card.ts'
import { renderCode } from './views/code.ts'
import { type ConfirmView, renderConfirm } from './views/confirm.ts'
import { linkAddress } from './views/link-over.ts'
import { type OrderView, renderOrder } from './views/order.ts'
import { type Outcome, renderOutcome } from './views/outcome.ts'
import { renderReferred } from './views/referred.ts'

/** Returns the page of the session's stage. */
export function renderStage(context: PageContext): string {
  const { checkout, model, words } = context
  const { stage, session } = checkout
  const urls = session.merchantUrls
  const renderEnd = (outcome: Outcome, url: string | null): string =>
    renderOutcome(model, words, {
      outcome,
      returnUrl: returnUrl(url, session.payment.id),
      accountAddress: accountPath({ paymentId: session.payment.id, isTest: model.isTest, lang: model.lang }),
      againAddress: checkout.linkToken === null ? null : linkAddress(checkout.linkToken, model.lang),
    })
  switch (stage) {
    case 'referred':
      return renderReferred(model, words)
    case 'order':
      return renderOrderStage(context, {})
    case 'code':
      return renderCodeStage(context, undefined)
    case 'card':
      return renderCardStage(context, {})
    case 'confirm':
      return renderConfirmStage(context, undefined)
    case 'challenge':
      return checkout.charge === undefined
        ? renderWaiting(model, words)
        : renderChallenge(model, words, { card: checkout.charge.card, address: checkout.charge.challengeAddress })
    case 'waiting':
      return renderWaiting(model, words)
    case 'reserved':
      return renderReserved(model, words)
    case 'approved':
      return renderEnd('approved', urls.success)
    case 'refused':
      return renderEnd('refused', urls.failure)
    // The address of the link says why.
    case 'over':
      return renderEnd('expired', null)
    case 'cancelled':
    case 'expired':
    case 'locked':
      return renderEnd(stage, urls.cancel)
  }
}

/** Returns the order page with the known or typed phone. */
export function renderOrderStage({ checkout, model, words }: PageContext, view: Partial<OrderView>): string {
  const { session, store, progress } = checkout
  const { phone } = session.payment.order.buyer
  const known = progress.phone || (parsePhone(phone, store.country) ?? phone)
  return renderOrder(model, words, { phone: known, ...view })
}

export function renderCodeStage(context: PageContext, problem: CodeProblem | undefined): string {
  const { checkout, model, words, isSandbox } = context
  const { progress, now } = checkout
  return renderCode(model, words, {
    phone: progress.phone,
    digits: codeDigits(model.isTest),
    triesLeft: triesLeft(progress),
    secondsToResend: secondsToResend(progress.code, now),
    problem,
    outbox: isSandbox ? `/sandbox/outbox?sessionId=${model.sessionId}` : undefined,
  })
}

/**
 * Returns the last page before the charge. It asks for the security code if this browser has not paid with the saved
 * card before.
 */
export function renderConfirmStage(context: PageContext, problem: ConfirmView['problem']): string {
  const { checkout, model, words, agreement } = context
  const { card } = checkout.progress
  if (card === null) return renderCardStage(context, {})
  return renderConfirm(model, words, { card, factor: checkout.cardFactor, agreed: hashOf(agreement), problem })
}

/** Returns the card page. It shows the last decline unless the typed card is wrong. */
export function renderCardStage({ checkout, model, words, isCardHosted }: PageContext, view: CardView): string {
  const decline = view.problems ? undefined : (checkout.progress.lastDecline ?? undefined)
  return isCardHosted
    ? renderHostedCard(model, words, { decline, ...view })
    : renderCard(model, words, { decline, ...view })
}

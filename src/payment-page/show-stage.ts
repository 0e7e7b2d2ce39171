import { parseAmount } from '../base/money.ts'
import { second } from '../base/times.ts'
import { parsePhone } from '../checkout/messages/phone.ts'
import { codeDigits, secondsToResend } from '../checkout/phone-code/phone-code.ts'
import type { CheckoutContext } from '../checkout/progress/load-progress.ts'
import { triesLeft } from '../checkout/progress/progress.ts'
import { returnUrl } from '../checkout/sessions/return-url.ts'
import { planOf } from '../plans/plan.ts'
import { assetAddresses } from './assets.ts'
import type { Frame, ShownItem } from './frame.ts'
import type { Lang } from './texts.ts'
import { renderChallenge, renderWaiting } from './views/bank.ts'
import { type CardView, renderCard } from './views/card.ts'
import { type CodeProblem, renderCode } from './views/code.ts'
import { renderConfirm } from './views/confirm.ts'
import { type OrderView, renderOrder } from './views/order.ts'
import { type Outcome, renderOutcome } from './views/outcome.ts'
import { type Words, wordsFor } from './words.ts'

/** A customer's checkout with what is needed to draw it. */
export interface Scene {
  readonly at: CheckoutContext
  readonly frame: Frame
  readonly words: Words
  readonly isSandbox: boolean
  /** Where the customer is, as it is counted. */
  readonly address: string
}

export interface SceneOptions {
  readonly lang: Lang | undefined
  readonly formToken: string
  readonly isSandbox: boolean
  readonly address: string
}

const stagesWithClock = ['order', 'code', 'card', 'confirm', 'challenge']

/** What every view of the session shows, from what was read. */
export function sceneOf(at: CheckoutContext, options: SceneOptions): Scene {
  const { session, store, stage, now } = at
  const { payment } = session
  const lang = options.lang ?? session.lang
  // Until it is paid the plan counts from today, as the charge will; then from the day it was.
  const startsAt = payment.authorizedAt ?? now
  const plan = planOf(payment.amountMinor, startsAt)
  const today = new Date(startsAt).toISOString().slice(0, 10)
  const frame: Frame = {
    lang,
    country: store.country,
    isTest: payment.isTest,
    storeName: session.storeName,
    orderReference: payment.orderReference,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    parts: [{ dueDate: today, amountMinor: plan.downPaymentMinor }, ...plan.later],
    items: itemsOf(at),
    sessionId: session.id,
    formToken: options.formToken,
    secondsLeft: stagesWithClock.includes(stage) ? Math.ceil((session.expiresAt - now) / second) : undefined,
    stage,
    assets: assetAddresses,
  }
  return { at, frame, words: wordsFor(lang, store.country), isSandbox: options.isSandbox, address: options.address }
}

function itemsOf({ session: { payment } }: CheckoutContext): ShownItem[] {
  return payment.order.order.items.map(({ title, quantity, unit_price }) => {
    const each = parseAmount(unit_price, payment.currency)
    return { title, quantity, amountMinor: typeof each === 'bigint' ? each * BigInt(quantity) : 0n }
  })
}

/** The view of the stage at which the session stands. */
export function showStage(scene: Scene): string {
  const { at, frame, words } = scene
  const { stage, progress, session } = at
  const urls = session.merchantUrls
  const outcome = (kind: Outcome, url: string | null): string =>
    renderOutcome(frame, words, { outcome: kind, returnUrl: returnUrl(url, session.payment.id) })
  switch (stage) {
    case 'order':
      return showOrder(scene, {})
    case 'code':
      return showCode(scene, undefined)
    case 'card':
      return showCard(scene, {})
    case 'confirm':
      return progress.card === null ? showCard(scene, {}) : renderConfirm(frame, words, { card: progress.card })
    case 'challenge':
      return at.charge === undefined
        ? renderWaiting(frame, words)
        : renderChallenge(frame, words, { card: at.charge.card })
    case 'waiting':
      return renderWaiting(frame, words)
    case 'approved':
      return outcome('approved', urls.success)
    case 'refused':
      return outcome('refused', urls.failure)
    case 'cancelled':
    case 'expired':
    case 'locked':
      return outcome(stage, urls.cancel)
  }
}

export function showOrder(scene: Scene, view: Partial<OrderView>): string {
  const { session, store, progress } = scene.at
  const { phone } = session.payment.order.buyer
  const known = progress.phone || (parsePhone(phone, store.country) ?? phone)
  return renderOrder(scene.frame, scene.words, { phone: known, ...view })
}

export function showCode(scene: Scene, problem: CodeProblem | undefined): string {
  const { at, frame, words, isSandbox } = scene
  return renderCode(frame, words, {
    phone: at.progress.phone,
    digits: codeDigits(frame.isTest),
    triesLeft: triesLeft(at.progress),
    secondsToResend: secondsToResend(at.progress.code, at.now),
    problem,
    outbox: isSandbox ? `/sandbox/outbox?sessionId=${frame.sessionId}` : undefined,
  })
}

export function showCard(scene: Scene, view: CardView): string {
  const { progress } = scene.at
  return renderCard(scene.frame, scene.words, {
    decline: view.problems ? undefined : (progress.lastDecline ?? undefined),
    ...view,
  })
}

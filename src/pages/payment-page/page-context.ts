import { agreementOf } from '../../money/checkout/agreement/agreement.ts'
import type { CheckoutContext } from '../../money/checkout/progress/context.ts'
import { adjustmentsOf } from '../../money/payments/adjustments.ts'
import { choosePlan, offeredBy, withPlan } from '../../money/payments/payment-plan.ts'
import { localDateOf } from '../../money/plans/local-time.ts'
import { splitIntoParts } from '../../money/plans/plan.ts'
import { serviceFeeOf } from '../../money/plans/service-fee.ts'
import { ageOn } from '../../money/risk/judge.ts'
import { parseAmount, priceOfQuantity } from '../../platform/base/money.ts'
import { type Instant, second } from '../../platform/base/times.ts'
import { logoPath } from '../../platform/merchants/stores/logo.ts'
import { type PlanTerms, planName } from '../../platform/merchants/stores/plan-terms.ts'
import type { Lang } from '../../platform/ui/words/lang.ts'
import { addressOf, type OrderItem, type PlanChoice, type ViewModel } from './view-model.ts'
import { type PaymentWords, wordsFor } from './words.ts'

/** A loaded checkout with what its views need. */
export interface PageContext {
  readonly checkout: CheckoutContext
  readonly model: ViewModel
  readonly words: PaymentWords
  readonly isSandbox: boolean
  /** Whether the processor has its own card page. */
  readonly isCardHosted: boolean
  /** What the customer agrees to by paying, in the page's language. */
  readonly agreement: string
  /** The network address that the rate limits count. */
  readonly address: string
  /** Returns the absolute address of a step, for the bank's and the processor's links back. */
  readonly addressOutside: (step: string) => string
}

interface RequestContext {
  /** The language of the address; undefined: the session's language. */
  readonly lang: Lang | undefined
  readonly csrfToken: string
  readonly isSandbox: boolean
  readonly isCardHosted: boolean
  readonly address: string
  readonly baseUrl: string
  /** The name of the plan that the address or the form asks for. */
  readonly plan: string | undefined
}

const stagesWithClock = ['order', 'code', 'card', 'confirm', 'challenge']

/** Returns the page context of a loaded checkout and its request. */
export function pageContextOf(checkout: CheckoutContext, request: RequestContext): PageContext {
  const { session, store, stage, now } = checkout
  const { payment } = session
  const { csrfToken, isSandbox, isCardHosted, address, baseUrl } = request
  const lang = request.lang ?? session.lang
  // Before the first charge the plan starts today. After it, the plan starts on the day of the charge.
  const startsAt = checkout.charge?.createdAt ?? payment.authorizedAt ?? now
  const model: ViewModel = {
    lang,
    country: store.country,
    isTest: payment.isTest,
    storeName: session.storeName,
    storeLogo: logoPath(session.payment, session.storeLogo),
    orderReference: payment.orderReference,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    ...plansOf(checkout, startsAt, request.plan),
    isAgeUnknown: ageOn(localDateOf(session.createdAt, payment.currency), payment.order.buyer.dob) === null,
    items: itemsOf(checkout),
    adjustments: adjustmentsOf(payment),
    sessionId: session.id,
    csrfToken,
    secondsLeft: stagesWithClock.includes(stage) ? Math.ceil((session.expiresAt - now) / second) : undefined,
    stage,
  }
  const addressOutside = (step: string): string => `${baseUrl}${addressOf(model, step)}`
  const agreement = agreementOf(session, withPlan(payment, checkout.progress.plan), lang, now)
  const words = wordsFor(lang, store.country)
  return { checkout, model, words, isSandbox, isCardHosted, agreement, address, addressOutside }
}

const choosingStages = ['order', 'code']

// While the customer may choose: what the address asks for, then the choice so far, then the first choice.
function plansOf(
  { session: { payment }, progress, stage }: CheckoutContext,
  startsAt: Instant,
  name: string | undefined,
): Pick<ViewModel, 'plan' | 'plans' | 'planOfAddress'> {
  const { amountMinor, currency } = payment
  const planOfAddress = choosingStages.includes(stage) && choosePlan(payment.plan, name ?? '') ? name : undefined
  const { plan } = payment.status === 'CREATED' ? withPlan(payment, planOfAddress ?? progress.plan) : payment
  const choiceOf = (terms: PlanTerms): PlanChoice => ({
    name: planName(terms),
    terms,
    parts: splitIntoParts({ terms, currency, amountMinor, startsAt }),
    feeMinor: serviceFeeOf(terms, amountMinor),
  })
  return { plan: choiceOf(plan.chosen), plans: offeredBy(plan).map(choiceOf), planOfAddress }
}

function itemsOf({ session: { payment } }: CheckoutContext): OrderItem[] {
  return payment.order.order.items.map(({ title, quantity, unit_price }) => {
    const each = parseAmount(unit_price, payment.currency)
    return { title, quantity, amountMinor: typeof each === 'bigint' ? priceOfQuantity(each, quantity) : 0n }
  })
}

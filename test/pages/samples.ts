import { splitIntoParts } from '../../src/money/plans/plan.ts'
import { serviceFeeOf } from '../../src/money/plans/service-fee.ts'
import { renderPaymentError } from '../../src/pages/payment-page/session-page.ts'
import type { PlanChoice, ViewModel } from '../../src/pages/payment-page/view-model.ts'
import { renderChallenge, renderReserved, renderWaiting } from '../../src/pages/payment-page/views/bank.ts'
import { renderCard, renderHostedCard } from '../../src/pages/payment-page/views/card.ts'
import { renderCode } from '../../src/pages/payment-page/views/code.ts'
import { renderConfirm } from '../../src/pages/payment-page/views/confirm.ts'
import { type LinkEnd, renderLinkOver } from '../../src/pages/payment-page/views/link-over.ts'
import { renderOrder } from '../../src/pages/payment-page/views/order.ts'
import { type Outcome, renderOutcome } from '../../src/pages/payment-page/views/outcome.ts'
import { renderReferred } from '../../src/pages/payment-page/views/referred.ts'
import { wordsFor } from '../../src/pages/payment-page/words.ts'
import { type PlanTerms, planName, standardTerms } from '../../src/platform/merchants/stores/plan-terms.ts'
import type { PageError } from '../../src/platform/ui/page-errors.ts'
import type { Lang } from '../../src/platform/ui/words/lang.ts'

/** A plan of an order in dirhams as the page shows it. */
export function samplePlan(amountMinor: bigint, terms: PlanTerms): PlanChoice {
  const startsAt = Date.parse('2026-11-21T10:00:00Z')
  const parts = splitIntoParts({ terms, currency: 'AED', amountMinor, startsAt })
  return { name: planName(terms), terms, parts, feeMinor: serviceFeeOf(terms, amountMinor) }
}

const sixParts: PlanTerms = {
  ...{ ...standardTerms, count: 6, downPayment: 10_00, feeOn: 'spread' },
  serviceFee: { percent: 2_50, fixedMinor: 1_00n },
}
const severalTerms = [
  standardTerms,
  sixParts,
  { ...standardTerms, count: 2 },
  { ...sixParts, count: 12, period: 'P2W' },
] as const

/** The page's texts for a shop in the Emirates. */
export function sampleModel(lang: Lang, changes: Partial<ViewModel> = {}): ViewModel {
  return {
    lang,
    country: 'AE',
    isTest: true,
    storeName: lang === 'ar' ? 'دار الكتان' : 'Linen House',
    storeLogo: undefined,
    orderReference: '1001',
    amountMinor: 340_00n,
    currency: 'AED',
    plan: samplePlan(340_00n, standardTerms),
    plans: [samplePlan(340_00n, standardTerms)],
    isAgeUnknown: false,
    items: [{ title: lang === 'ar' ? 'قميص كتان أبيض' : 'Linen shirt, white', quantity: 2, amountMinor: 320_00n }],
    adjustments: [
      { kind: 'shipping', amountMinor: 30_00n },
      { kind: 'discount', amountMinor: 10_00n },
      { kind: 'tax', amountMinor: 16_19n },
    ],
    sessionId: '5e2b9c0e-6f3a-4e0f-9a53-0d1f1d9f7a10',
    csrfToken: 'sample',
    secondsLeft: 1_200,
    stage: 'order',
    ...changes,
  }
}

const card = { brand: 'visa', lastFour: '4242' } as const
const outcomes: readonly Outcome[] = ['approved', 'refused', 'cancelled', 'expired', 'locked']
const linkEnds: readonly LinkEnd[] = ['paid', 'ended', 'cancelled', 'refused', 'busy']
const errors: readonly PageError[] = ['notFound', 'broken', 'busy', 'overtaken', 'stale']

/** Every view in every state, by name. */
export function sampleViews(lang: Lang, changes: Partial<ViewModel> = {}): Readonly<Record<string, string>> {
  const model = sampleModel(lang, changes)
  const words = wordsFor(lang, model.country)
  const code = { phone: '+971500000001', digits: model.isTest ? 4 : 6, triesLeft: 5, secondsToResend: 27 } as const
  const returnUrl = 'https://shop.example/ok?payment_id=0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22'
  const plans = severalTerms.map((terms) => samplePlan(model.amountMinor, terms))
  const several = { ...model, plan: plans[1] ?? model.plan, plans }
  const accountAddress = '/account?mode=test&purchase=0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22'
  const againAddress = null
  const linked = { outcome: 'expired', returnUrl: null, accountAddress, againAddress: '/hpp/link/1' } as const
  const over = { token: '1', isTest: model.isTest, storeName: model.storeName, storeLogo: model.storeLogo }
  const agreed = 'a1b2c3'
  return {
    order: renderOrder(model, words, { phone: '+971500000001' }),
    'order-plans': renderOrder(several, words, { phone: '+971500000001' }),
    'confirm-fee': renderConfirm({ ...several, isAgeUnknown: true }, words, { card, agreed }),
    'order-wrong-phone': renderOrder(model, words, { phone: '12', problem: 'wrong' }),
    code: renderCode(model, words, code),
    'code-wrong': renderCode(model, words, { ...code, triesLeft: 3, problem: 'wrong' }),
    card: renderCard(model, words, {}),
    'card-wrong': renderCard(model, words, {
      problems: { number: 'number_wrong', expiry: 'expiry_past', security_code: 'security_code_wrong' },
      expiry: '01 / 20',
    }),
    'card-declined': renderCard(model, words, { decline: 'insufficient_funds' }),
    'card-hosted': renderHostedCard(model, words, {}),
    'card-hosted-declined': renderHostedCard(model, words, { decline: 'insufficient_funds' }),
    challenge: renderChallenge(model, words, { card, address: null }),
    'challenge-elsewhere': renderChallenge(model, words, { card, address: 'https://shop.example/bank' }),
    waiting: renderWaiting(model, words),
    reserved: renderReserved(model, words),
    'expired-link': renderOutcome(model, words, linked),
    ...Object.fromEntries(linkEnds.map((end) => [`link-${end}`, renderLinkOver(words, { ...over, end })])),
    referred: renderReferred(model, words),
    confirm: renderConfirm(model, words, { card, agreed }),
    'confirm-code': renderConfirm(model, words, { card, agreed, factor: 'security_code' }),
    'confirm-code-wrong': renderConfirm(model, words, { card, agreed, factor: 'security_code', problem: 'wrong' }),
    'confirm-moved': renderConfirm(model, words, { card, agreed, problem: 'moved' }),
    'confirm-bank': renderConfirm(model, words, { card, agreed, factor: 'three_d_secure' }),
    ...Object.fromEntries(
      outcomes.map((outcome) => [
        outcome,
        renderOutcome(model, words, { outcome, returnUrl, accountAddress, againAddress }),
      ]),
    ),
    'approved-no-url': renderOutcome(model, words, {
      outcome: 'approved',
      returnUrl: null,
      accountAddress,
      againAddress,
    }),
    ...Object.fromEntries(
      errors.map((error) => [error, renderPaymentError(words, error, error === 'notFound' ? undefined : '/hpp/')]),
    ),
  }
}

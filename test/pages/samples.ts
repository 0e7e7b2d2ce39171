import { assetAddresses } from '../../src/payment-page/assets.ts'
import type { Frame } from '../../src/payment-page/frame.ts'
import type { Lang } from '../../src/payment-page/texts.ts'
import { renderChallenge, renderWaiting } from '../../src/payment-page/views/bank.ts'
import { renderCard } from '../../src/payment-page/views/card.ts'
import { renderCode } from '../../src/payment-page/views/code.ts'
import { renderConfirm } from '../../src/payment-page/views/confirm.ts'
import { renderOrder } from '../../src/payment-page/views/order.ts'
import { type Outcome, renderOutcome } from '../../src/payment-page/views/outcome.ts'
import { renderTrouble, type Trouble } from '../../src/payment-page/views/trouble.ts'
import { type Words, wordsFor } from '../../src/payment-page/words.ts'

/** A frame as a shop in the Emirates would get it. */
export function sampleFrame(lang: Lang, changes: Partial<Frame> = {}): Frame {
  return {
    lang,
    country: 'AE',
    isTest: true,
    storeName: lang === 'ar' ? 'دار الكتان' : 'Linen House',
    orderReference: '1001',
    amountMinor: 340_00n,
    currency: 'AED',
    parts: ['2026-11-21', '2026-12-21', '2027-01-21', '2027-02-21'].map((dueDate) => ({
      dueDate,
      amountMinor: 85_00n,
    })),
    items: [
      { title: lang === 'ar' ? 'قميص كتان أبيض' : 'Linen shirt, white', quantity: 2, amountMinor: 320_00n },
      { title: lang === 'ar' ? 'التوصيل' : 'Gift wrapping', quantity: 1, amountMinor: 20_00n },
    ],
    sessionId: '5e2b9c0e-6f3a-4e0f-9a53-0d1f1d9f7a10',
    formToken: 'sample',
    secondsLeft: 1_200,
    stage: 'order',
    assets: assetAddresses,
    ...changes,
  }
}

const card = { brand: 'visa', lastFour: '4242' } as const
const outcomes: readonly Outcome[] = ['approved', 'refused', 'cancelled', 'expired', 'locked']
const troubles: readonly Trouble[] = ['notFound', 'broken', 'busy', 'stale']

/** Every view in every state it can be in, by name. */
export function sampleViews(lang: Lang, changes: Partial<Frame> = {}): Readonly<Record<string, string>> {
  const frame = sampleFrame(lang, changes)
  const words: Words = wordsFor(lang, frame.country)
  const code = { phone: '+971500000001', digits: frame.isTest ? 4 : 6, triesLeft: 5, secondsToResend: 27 } as const
  const returnUrl = 'https://shop.example/ok?payment_id=0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22'
  return {
    order: renderOrder(frame, words, { phone: '+971500000001' }),
    'order-wrong-phone': renderOrder(frame, words, { phone: '12', problem: 'wrong' }),
    code: renderCode(frame, words, code),
    'code-wrong': renderCode(frame, words, { ...code, triesLeft: 3, problem: 'wrong' }),
    card: renderCard(frame, words, {}),
    'card-wrong': renderCard(frame, words, {
      problems: { number: 'number_wrong', expiry: 'expiry_past', security_code: 'security_code_wrong' },
      expiry: '01 / 20',
    }),
    'card-declined': renderCard(frame, words, { decline: 'insufficient_funds' }),
    challenge: renderChallenge(frame, words, { card }),
    waiting: renderWaiting(frame, words),
    confirm: renderConfirm(frame, words, { card }),
    ...Object.fromEntries(outcomes.map((outcome) => [outcome, renderOutcome(frame, words, { outcome, returnUrl })])),
    'approved-no-url': renderOutcome(frame, words, { outcome: 'approved', returnUrl: null }),
    ...Object.fromEntries(
      troubles.map((trouble) => [
        trouble,
        renderTrouble(words, frame.assets, trouble, trouble === 'notFound' ? undefined : '/hpp/'),
      ]),
    ),
  }
}

import { type Charge, newCharge } from '../../src/money/charges/charge.ts'
import type { Installment, InstallmentStatus } from '../../src/money/plans/plan.ts'
import { renderAccountError } from '../../src/pages/account/account-page.ts'
import type { ChargeLine, PurchaseModel } from '../../src/pages/account/purchase-model.ts'
import type { ViewModel } from '../../src/pages/account/view-model.ts'
import { renderBank, renderWaiting } from '../../src/pages/account/views/bank.ts'
import { renderCard } from '../../src/pages/account/views/card.ts'
import { renderList } from '../../src/pages/account/views/list.ts'
import { renderPay } from '../../src/pages/account/views/pay.ts'
import { renderPurchase } from '../../src/pages/account/views/purchase.ts'
import { renderReceipt } from '../../src/pages/account/views/receipt.ts'
import { renderCode, renderLocked, renderPhone } from '../../src/pages/account/views/sign-in.ts'
import { wordsFor } from '../../src/pages/account/words/words.ts'
import type { Card } from '../../src/platform/adapters/card-processor.ts'
import type { PageError } from '../../src/platform/ui/page-errors.ts'
import type { Lang } from '../../src/platform/ui/words/lang.ts'

const visa: Card = { token: 't', brand: 'visa', lastFour: '4242', expiryMonth: 12, expiryYear: 2030 }
const dates = ['2026-11-21', '2026-12-21', '2027-01-21', '2027-02-21']
const purchaseId = '0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22'
const chargeId = '018f2c1e-7a3b-7c5d-8e9f-0a1b2c3d4e60'
const errors: readonly PageError[] = ['notFound', 'broken', 'busy', 'overtaken', 'stale']

function installments(partMinor: bigint, ...states: InstallmentStatus[]): Installment[] {
  return states.map((status, index) => {
    const amountMinor = status === 'cancelled' ? 0n : partMinor
    return {
      number: index + 1,
      dueDate: dates[index] ?? '',
      amountMinor,
      paidMinor: status === 'paid' ? amountMinor : 0n,
      feeMinor: 0n,
      status,
    }
  })
}

function charged(partMinor: bigint, changes: Partial<ChargeLine> = {}): ChargeLine {
  return {
    id: chargeId,
    on: '2026-11-21',
    amountMinor: partMinor,
    returnedMinor: 0n,
    card: visa,
    outcome: 'paid',
    reason: null,
    ...changes,
  }
}

/** A purchase of four instalments; the first is paid. */
export function samplePurchase(lang: Lang, changes: Partial<PurchaseModel> = {}, partMinor = 85_00n): PurchaseModel {
  return {
    id: purchaseId,
    storeName: lang === 'ar' ? 'دار الكتان' : 'Linen House',
    storeLogo: undefined,
    orderReference: '1001',
    currency: 'AED',
    boughtOn: '2026-11-21',
    status: 'active',
    totalMinor: 4n * partMinor,
    feeMinor: 0n,
    openMinor: 3n * partMinor,
    overdueMinor: 0n,
    installments: installments(partMinor, 'paid', 'scheduled', 'scheduled', 'scheduled'),
    next: { dueDate: '2026-12-21', amountMinor: partMinor },
    card: visa,
    needsCard: false,
    isDisputed: false,
    waitsForStore: false,
    nextAttemptOn: '2026-12-21',
    choices: [
      { what: 'next', amountMinor: partMinor },
      { what: 'all', amountMinor: 3n * partMinor },
    ],
    lastChargeId: chargeId,
    underWay: undefined,
    charges: [charged(partMinor)],
    returns: [],
    ...changes,
  }
}

function samplePurchases(lang: Lang, changes: Partial<PurchaseModel>, part: bigint) {
  const declined = charged(part, { on: '2026-12-21', outcome: 'declined', reason: 'insufficient_funds' })
  const sample = (more: Partial<PurchaseModel>) => samplePurchase(lang, { ...more, ...changes }, part)
  const overdue = {
    status: 'overdue',
    overdueMinor: part,
    installments: installments(part, 'paid', 'overdue', 'scheduled', 'scheduled'),
    nextAttemptOn: '2026-12-28',
    choices: [
      { what: 'overdue', amountMinor: part },
      { what: 'all', amountMinor: 3n * part },
    ],
    charges: [declined, charged(part)],
  } as const
  return {
    active: sample({}),
    overdue: sample(overdue),
    lost: sample({ ...overdue, needsCard: true }),
    defaulted: sample({
      ...overdue,
      status: 'defaulted',
      overdueMinor: 3n * part,
      installments: installments(part, 'paid', 'overdue', 'overdue', 'overdue'),
      choices: [
        { what: 'overdue', amountMinor: 3n * part },
        { what: 'next', amountMinor: part },
      ],
    }),
    disputed: sample({ isDisputed: true, nextAttemptOn: undefined }),
    waits: sample({ waitsForStore: true, choices: [], nextAttemptOn: undefined }),
    completed: sample({
      storeName: lang === 'ar' ? 'مكتبة النخيل' : 'Palm Books',
      status: 'completed',
      totalMinor: 3n * part,
      openMinor: 0n,
      installments: installments(part, 'paid', 'paid', 'paid', 'cancelled'),
      next: undefined,
      choices: [],
      charges: [
        charged(part, { on: '2027-01-21', returnedMinor: part / 4n }),
        charged(part, { on: '2026-12-21', card: { ...visa, brand: 'mastercard', lastFour: '4444' } }),
        charged(part),
      ],
      returns: [
        { on: '2027-02-02', amountMinor: part / 4n, card: visa, state: 'waiting' },
        { on: '2027-02-01', amountMinor: part / 2n, card: visa, state: 'confirmed' },
        { on: '2027-01-30', amountMinor: part / 4n, card: visa, state: 'failed' },
      ],
    }),
    cancelled: sample({
      storeName: lang === 'ar' ? 'عطور الواحة' : 'Oasis Perfumes',
      status: 'cancelled',
      openMinor: 0n,
      totalMinor: 0n,
      installments: installments(part, 'cancelled', 'cancelled', 'cancelled', 'cancelled'),
      next: undefined,
      choices: [],
      returns: [{ on: '2026-11-25', amountMinor: part, card: visa, state: 'confirmed' }],
      charges: [charged(part, { returnedMinor: part })],
    }),
  }
}

function sampleCharge(part: bigint, changes: Partial<Charge> = {}): Charge {
  const identity = { merchantId: 'm', paymentId: purchaseId, sessionId: null, isTest: true, phone: '+971500000001' }
  const sums = { currency: 'AED', amountMinor: part, networkReference: '', createdAt: 0 } as const
  return { ...newCharge({ ...identity, ...sums, card: visa, kind: 'early' }), id: chargeId, ...changes }
}

/** Every view of the account in every state, by name. `part`: the amount of an instalment. */
export function sampleAccountViews(
  lang: Lang,
  changes: Partial<PurchaseModel> = {},
  part = 85_00n,
): Readonly<Record<string, string>> {
  const words = wordsFor(lang, 'uae')
  return {
    ...signInViews(lang),
    ...purchaseViews(lang, changes, part),
    ...payViews(lang, changes, part),
    ...Object.fromEntries(errors.map((error) => [error, renderAccountError(words, error, '/account?mode=test')])),
  }
}

function viewModels(lang: Lang): { readonly out: ViewModel; readonly all: ViewModel; readonly one: ViewModel } {
  const scope = { region: 'uae', isTest: true, lang, csrfToken: 'sample', purchaseId: undefined } as const
  const out: ViewModel = { ...scope, phone: undefined, stage: 'out' }
  const all: ViewModel = { ...scope, phone: '+971500000001', stage: 'in' }
  return { out, all, one: { ...all, purchaseId } }
}

function signInViews(lang: Lang) {
  const words = wordsFor(lang, 'uae')
  const { out } = viewModels(lang)
  const code = {
    phone: '+971500000001',
    digits: 4,
    triesLeft: 5,
    secondsToResend: 27,
    outbox: '/sandbox/outbox',
  } as const
  return {
    phone: renderPhone(out, words, {}),
    'phone-wrong': renderPhone(out, words, { phone: '12', problem: 'wrong' }),
    code: renderCode(out, words, code),
    'code-wrong': renderCode(out, words, { ...code, triesLeft: 3, problem: 'wrong' }),
    locked: renderLocked(out, words),
  }
}

function purchaseViews(lang: Lang, changes: Partial<PurchaseModel>, part: bigint) {
  const words = wordsFor(lang, 'uae')
  const { all, one } = viewModels(lang)
  const { active, overdue, lost, defaulted, waits, completed, cancelled } = samplePurchases(lang, changes, part)
  const charge = sampleCharge(part)
  const purchase = (model: PurchaseModel, view = {}): string => renderPurchase(one, words, model, view)
  const listed = [overdue, active, completed, cancelled]
  return {
    list: renderList(all, words, { purchases: listed, page: 1, hasMore: true }),
    'list-later': renderList(all, words, {
      purchases: [defaulted, completed],
      page: 2,
      hasMore: true,
      note: words.texts.cardsNote,
    }),
    'list-empty': renderList(all, words, { purchases: [], page: 1, hasMore: false }),
    purchase: purchase(active),
    'purchase-paid': purchase(active, { note: { kind: 'paid', amountMinor: part } }),
    'purchase-overdue': purchase(overdue),
    'purchase-declined': purchase(overdue, { note: { kind: 'declined', reason: 'insufficient_funds' } }),
    'purchase-lost-card': purchase(lost, { note: { kind: 'unclear', amountMinor: part } }),
    'purchase-defaulted': purchase(defaulted),
    'purchase-waits': purchase(waits, { note: { kind: 'card' } }),
    'purchase-under-way': purchase({ ...active, underWay: charge }),
    'purchase-asked': purchase({ ...active, underWay: { ...charge, state: 'challenged' } }),
    'purchase-completed': purchase(completed),
    'purchase-cancelled': purchase(cancelled),
    receipt: renderReceipt(one, words, completed, completed.charges[0] ?? charged(part)),
  }
}

function payViews(lang: Lang, changes: Partial<PurchaseModel>, part: bigint) {
  const words = wordsFor(lang, 'uae')
  const { all, one } = viewModels(lang)
  const { active, overdue } = samplePurchases(lang, changes, part)
  const charge = sampleCharge(part, { state: 'challenged' })
  const pay = { choice: { what: 'overdue', amountMinor: part } } as const
  return {
    pay: renderPay(one, words, overdue, pay),
    'pay-declined': renderPay(one, words, overdue, { ...pay, decline: words.texts.declines.insufficient_funds }),
    'pay-moved': renderPay(one, words, overdue, {
      ...pay,
      moved: words.texts.payMoved(words.money(part, 'AED'), words.money(part / 2n, 'AED')),
    }),
    bank: renderBank(one, words, active, charge),
    'bank-elsewhere': renderBank(one, words, active, { ...charge, challengeAddress: 'https://bank.example/confirm' }),
    waiting: renderWaiting(one, words, active, chargeId),
    card: renderCard(one, words, { purchase: overdue }),
    'card-elsewhere': renderCard(one, words, { purchase: overdue, isHosted: true }),
    'card-wrong': renderCard(all, words, {
      purchase: undefined,
      problems: { number: 'number_wrong', expiry: 'expiry_past' },
      expiry: '01 / 20',
    }),
    'card-trouble': renderCard(one, words, { purchase: overdue, trouble: words.texts.tooManyCards }),
  }
}

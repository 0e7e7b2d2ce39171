import type { ReturnState } from '../../../money/charges/return.ts'
import type { EarlyChoice } from '../../../money/plans/charge-amounts.ts'
import type { InstallmentStatus } from '../../../money/plans/plan.ts'
import { customerEn } from '../../../platform/ui/customer/words.ts'
import { isolated, leftToRight } from '../../../platform/ui/words/lang.ts'
import { dataEn } from '../data/words-en.ts'
import type { ChargeOutcome } from '../purchase-model.ts'

const installmentStates: Record<InstallmentStatus, string> = {
  paid: 'Paid',
  scheduled: 'Upcoming',
  due: 'Due',
  overdue: 'Overdue',
  cancelled: 'Cancelled',
}

const chargeOutcomes: Record<ChargeOutcome, string> = {
  under_way: 'Your bank has not answered yet',
  paid: 'Paid',
  declined: 'Not charged',
  unclear: 'Not paid. If your bank charges it late, it goes back',
  undone: 'Came too late, and goes back in full',
}

const returnStates: Record<ReturnState, string> = {
  waiting: 'On its way',
  confirmed: 'Sent back. Your bank may take a few days to show it',
  failed: 'Did not arrive. We are looking into it; you do not have to do anything',
}

const payChoices: Record<EarlyChoice, string> = {
  overdue: 'Pay what is overdue',
  next: 'Pay the next payment',
  all: 'Pay everything that is left',
}

export const en = {
  ...customerEn,
  ...dataEn,
  skip: 'Skip to your account',
  pageTitle: (title: string) => `${title} · Qist`,
  signInTitle: 'Your purchases',
  signInLead: 'See what you bought, what is paid and what comes next. Pay early, or change your card.',
  phoneHint: 'We send a code by text message, to make sure it is you.',
  noResend: 'This was the last code we can send for now. Try again in an hour.',
  lockedTitle: 'Too many tries',
  lockedLead:
    'For your safety you cannot sign in for a while. Nothing has changed for your purchases. Try again later.',
  personLabel: 'Your sign-in',
  signedInAs: (phone: string) => `Signed in: ${leftToRight(phone)}`,
  signOut: 'Sign out',
  listTitle: 'Your purchases',
  emptyTitle: 'No purchases yet',
  emptyLead: 'What you buy in four payments with this number will be here, with its dates, payments and receipts.',
  openPurchases: 'To pay',
  closedPurchases: 'Done',
  boughtOn: (date: string) => `Bought on ${date}`,
  statusOverdue: (amount: string) => `${amount} is overdue`,
  statusDefaulted: (amount: string) => `${amount} is still to pay`,
  statusNext: (amount: string, date: string) => `Next: ${amount} on ${date}`,
  statusDue: (amount: string) => `${amount} is due`,
  statusCompleted: 'Paid in full',
  statusCancelled: 'Cancelled, nothing to pay',
  progress: (paid: string, count: string) => `${paid} of ${count} payments made`,
  newer: 'Earlier in the list',
  older: 'More purchases',
  allCards: 'Use another card for all purchases',
  back: 'All purchases',
  backToPurchase: 'Back to the purchase',
  leftTitle: (amount: string) => `${amount} left to pay`,
  leadNext: (amount: string, date: string, card: string) =>
    `Next: ${amount} on ${date}, from ${isolated(card)}. You do not have to do anything.`,
  leadDue: (amount: string, date: string, card: string) =>
    `${amount} is due. We charge it to ${isolated(card)} on ${date}.`,
  leadDisputed:
    'Your complaint about this purchase is being looked at. Until it is decided, nothing is charged. You may still pay.',
  leadWaits: 'The store has not completed your order yet. Nothing is charged until it does.',
  leadRetry: (date: string) => `Your bank did not accept the payment. We try again on ${date}; you can also pay now.`,
  leadNeedsCard: 'Your bank does not accept payments with this card any more. Please give another card.',
  leadPayNow: 'Your bank did not accept the payment. Please pay now, or give another card.',
  leadDefaulted:
    'We no longer charge your card by ourselves. You can still pay here when it suits you, step by step or all at once.',
  leadCompleted: 'All payments are made. Thank you.',
  leadCancelled: 'This order was cancelled or sent back. You owe nothing.',
  cancelledTitle: 'Nothing to pay',
  underWay: (amount: string) => `A payment of ${amount} is with your bank. Until it answers, nothing else is charged.`,
  underWayBank: (amount: string) => `Your bank asks you to confirm a payment of ${amount}.`,
  toBank: 'Confirm it now',
  paidNote: (amount: string) => `We received ${amount}. Thank you.`,
  unclearNote: (amount: string) =>
    `We could not find out in time whether ${amount} was paid, so it counts as not paid. If your bank charges it late, it goes back.`,
  cardNote: (card: string) => `From now on we use ${isolated(card)}.`,
  cardsNote: 'From now on we use the new card for all open purchases.',
  cardsPartlyNote: 'The new card is not used for every purchase yet. Wait a moment, then try again.',
  payChoices,
  payTitle: (amount: string) => `Pay ${amount}`,
  payLead: (amount: string, card: string) => `We charge ${amount} to ${isolated(card)} now.`,
  payCovers: (dates: string) => `It covers what is due on ${dates}.`,
  payMoved: (before: string, now: string) =>
    `Something changed since you opened this page: it was ${before}, now it is ${now}. Nothing was charged.`,
  payStale: 'Something changed since you opened this page. Nothing was charged. Check the amount, then press again.',
  payAgainCard: 'Use another card',
  changeCard: 'Change the card',
  changeCardTitle: 'Another card',
  changeCardLead: (store: string) => `For the payments that are left at ${isolated(store)}.`,
  changeCardsLead: 'For the payments that are left of all your open purchases.',
  changeAll: 'Use it for all my open purchases',
  saveCard: 'Use this card',
  tooManyCards: 'Too many cards were tried. Sign out, and try again later.',
  cardFor: 'Paid from',
  planHeading: 'Payments',
  feeNote: (total: string, fee: string) => `${total} in all, with a service fee of ${fee}. No interest.`,
  installmentStates,
  chargesHeading: 'Charged to your card',
  chargeOutcomes,
  someReturned: (amount: string) => `${amount} of it went back`,
  receipt: 'Receipt',
  statement: 'Statement of this plan',
  letter: 'Clearance letter',
  receiptOf: (date: string) => `Receipt of ${date}`,
  returnsHeading: 'Back to your card',
  returnStates,
  print: 'Print',
  receiptTitle: 'Receipt',
  receiptStore: 'Store',
  receiptOrder: 'Order',
  receiptDate: 'Date',
  receiptCard: 'Card',
  receiptAmount: 'Paid',
  receiptReturned: 'Went back since',
  receiptPlan: 'Whole purchase',
  receiptFee: 'Service fee in it',
  receiptLeft: 'Left to pay',
  receiptNumber: 'Number',
  receiptTest: 'This is a test receipt: no money moved.',
  notFoundTitle: 'This purchase does not exist',
  notFoundLead: 'The link may be cut off, or the purchase belongs to another number.',
  brokenLead: 'Nothing was charged by this step. Try again in a moment.',
}

/** The texts of the account. A language with a missing text does not compile. */
export type Texts = typeof en

import type { DeclineReason } from '../../adapters/card-processor.ts'
import type { CardProblem } from '../../checkout/card/card.ts'
import { isolated, leftToRight } from '../../ui/words/bidi.ts'

const declines: Record<DeclineReason, string> = {
  declined: 'Your bank did not accept this card. Try another card, or ask your bank.',
  insufficient_funds: 'There is not enough on this card for today’s payment. Try another card.',
  expired_card: 'This card has expired. Try another card.',
  lost_card: 'Your bank did not accept this card. Try another card, or ask your bank.',
  stolen_card: 'Your bank did not accept this card. Try another card, or ask your bank.',
  closed_account: 'Your bank did not accept this card. Try another card, or ask your bank.',
  customer_required: 'Your bank wants to hear from you first. Try again, or use another card.',
  not_confirmed: 'Your bank did not confirm the payment. Try again, or use another card.',
  unavailable: 'Card payments cannot be taken at the moment. Nothing was charged. Try again in a few minutes.',
}

const cardProblems: Record<CardProblem, string> = {
  number_missing: 'Enter the number on the front of your card.',
  number_wrong: 'This is not a card number. Check the digits.',
  number_brand: 'Use a Visa, Mastercard, American Express or mada card.',
  expiry_wrong: 'Enter the month and year on your card, such as 08 / 29.',
  expiry_past: 'This card has expired. Use another card.',
  security_code_wrong: 'Enter the 3 digits on the back of your card, or the 4 on the front.',
}

const phoneProblems = {
  wrong: 'Enter a mobile number with its country code, such as +971\u00a050\u00a0123\u00a04567.',
  busy: 'Too many codes were sent to this number. Try again in an hour.',
  wait: 'A code was sent to this number a moment ago. Try again in half a minute.',
}

export const en = {
  skip: 'Skip to the payment',
  pageTitle: (title: string, store: string) => `${title} · ${isolated(store)}`,
  order: (reference: string) => `Order ${isolated(reference)}`,
  total: 'Total',
  today: 'Today',
  dueToday: 'To pay today',
  planTitle: 'Pay in four',
  planLead: (today: string) => `${today} today, then one payment a month.`,
  planLabel: 'Your four payments',
  noFees: (total: string) => `No interest and no fees: four payments, ${total} in all.`,
  partOf: (index: string, count: string) => `Payment ${index} of ${count}`,
  items: (count: number, shown: string) => (count === 1 ? 'Your order: 1 item' : `Your order: ${shown} items`),
  quantity: (count: string) => `${count} ×`,
  phoneLabel: 'Mobile number',
  phoneHint: 'We send a code by text message, to make sure it is you.',
  phoneProblems,
  continueButton: 'Continue',
  codeTitle: 'Enter the code',
  codeLead: (phone: string) => `We sent it by text message to ${leftToRight(phone)}.`,
  codeLabel: (digits: string) => `${digits}-digit code`,
  codeProblem: (triesLeft: number, shown: string) =>
    triesLeft === 1
      ? 'This code is not right. You have one try left.'
      : `This code is not right. You have ${shown} tries left.`,
  codeExpired: 'This code is too old. Ask for a new one.',
  codeMissing: 'Type the code from the text message.',
  codeWait: (seconds: string) => `You can ask for a new code in ${seconds} seconds.`,
  codeButton: 'Confirm',
  resend: 'Send a new code',
  resendIn: 'Send a new code in',
  seconds: (seconds: string) => `${seconds} s`,
  noResend: 'This was the last code we can send for this order.',
  changePhone: 'Change the number',
  outbox: 'Sandbox: read the message',
  testCode: 'The test code is 8888.',
  cardTitle: 'Add your card',
  cardLead: (today: string) => `We charge ${today} today and the later payments on their dates.`,
  cardNumber: 'Card number',
  cardExpiry: 'Expiry date',
  cardExpiryHint: 'MM / YY',
  cardSecurityCode: 'Security code',
  cardProblems,
  declines,
  cardButton: 'Continue',
  cardElsewhere: 'You enter your card on the card processor’s own secure page, and come straight back here.',
  cardElsewhereButton: 'Enter your card',
  testCard: 'Test card: 4242\u00a04242\u00a04242\u00a04242, any future date, any code.',
  secure: 'Your card number goes to the card processor only. We never keep it.',
  confirmTitle: 'Check and pay',
  confirmLead: 'We keep this card for the later payments.',
  confirmCard: (brand: string, lastFour: string) => `${brand} ending in ${lastFour}`,
  cardLabel: 'Card',
  useOtherCard: 'Use another card',
  confirmTerms: 'By paying you agree to the four payments above, taken from this card on their dates.',
  pay: (amount: string) => `Pay ${amount}`,
  challengeTitle: 'Confirm with your bank',
  challengeLead: (amount: string, card: string) => `Your bank asks you to confirm ${amount} on ${isolated(card)}.`,
  challengeSandbox: 'This stands in for your bank’s own page. Choose what the bank answers.',
  challengeElsewhere: 'You confirm on your bank’s own page, and come straight back here.',
  challengeElsewhereButton: 'Go to your bank',
  challengeConfirm: 'Confirm the payment',
  challengeRefuse: 'Do not confirm',
  waitingTitle: 'One moment',
  waitingLead: 'Your bank is taking longer than usual. Keep this page open; please do not pay again.',
  approvedTitle: 'You are all set',
  approvedLead: (store: string, today: string) => `You paid ${today} today. ${isolated(store)} has your order.`,
  nextPayment: (amount: string, date: string) => `Next payment: ${amount} on ${date}.`,
  refusedTitle: 'We cannot offer this today',
  refusedLead: (store: string) =>
    `Paying in four is not possible for this order. Nothing was charged. You can still choose another way to pay at ${isolated(store)}.`,
  cancelledTitle: 'You left the payment',
  cancelledLead: (store: string) => `Nothing was charged. Your order is waiting at ${isolated(store)}.`,
  expiredTitle: 'Time has run out',
  expiredLead: (store: string) =>
    `This payment was open for too long. Nothing was charged. Start again from ${isolated(store)}.`,
  lockedTitle: 'Too many tries',
  lockedLead: (store: string) =>
    `For your safety this payment is locked. Nothing was charged. Go back to ${isolated(store)} and start again.`,
  notFoundTitle: 'This payment does not exist',
  notFoundLead: 'The link may be cut off or out of date. Open it again from the shop.',
  brokenLead: 'Nothing was charged by this step. Try again in a moment.',
  backTo: (store: string) => `Back to ${isolated(store)}`,
  backSoon: 'Taking you back in',
  backToStart: 'You can close this page.',
  cancel: (store: string) => `Cancel and go back to ${isolated(store)}`,
  footer: 'Payments by Qist',
}

/** Every sentence a customer may read. A language that lacks one does not compile. */
export type Texts = typeof en

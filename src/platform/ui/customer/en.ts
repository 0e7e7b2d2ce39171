import type { DeclineReason } from '../../adapters/card-processor.ts'
import { isolated, leftToRight } from '../words/bidi.ts'

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

const cardProblems = {
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

export const customerEn = {
  order: (reference: string) => `Order ${isolated(reference)}`,
  total: 'Total',
  today: 'Today',
  partOf: (index: string, count: string) => `Payment ${index} of ${count}`,
  phoneLabel: 'Mobile number',
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
  codeTooMany: 'Too many wrong codes were typed for this number. Use another number, or try again tomorrow.',
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
  cardNumber: 'Card number',
  cardExpiry: 'Expiry date',
  cardExpiryHint: 'MM / YY',
  cardSecurityCode: 'Security code',
  securityCodeHint: 'You pay with this card in this browser for the first time.',
  securityCodeRefused: 'This is not the security code of this card. Check it, or use another card.',
  securityCodeSpent: 'The security code was wrong too often. Enter the whole card, or use another one.',
  bankConfirms: 'You pay with this card in this browser for the first time. Your bank will ask you to confirm.',
  testSecurityCode: 'Test security code: any digits, but 999 is wrong.',
  cardProblems,
  declines,
  cardButton: 'Continue',
  cardElsewhere: 'You enter your card on the card processor’s own secure page, and come straight back here.',
  cardElsewhereButton: 'Enter your card',
  testCard: 'Test card: 4242\u00a04242\u00a04242\u00a04242, any future date, any code.',
  secure: 'Your card number goes to the card processor only. We never keep it.',
  confirmCard: (brand: string, lastFour: string) => `${brand} ending in ${lastFour}`,
  cardLabel: 'Card',
  useOtherCard: 'Use another card',
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
  footer: 'Payments by Qist',
}

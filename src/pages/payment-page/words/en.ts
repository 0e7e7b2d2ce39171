import { customerEn } from '../../../platform/ui/customer/en.ts'
import { isolated } from '../../../platform/ui/words/bidi.ts'

export const en = {
  ...customerEn,
  skip: 'Skip to the payment',
  pageTitle: (title: string, store: string) => `${title} · ${isolated(store)}`,
  dueToday: 'To pay today',
  planTitle: 'Pay in four',
  planLead: (today: string) => `${today} today, then one payment a month.`,
  planLabel: 'Your four payments',
  noFees: (total: string) => `No interest and no fees: four payments, ${total} in all.`,
  items: (count: number, shown: string) => (count === 1 ? 'Your order: 1 item' : `Your order: ${shown} items`),
  quantity: (count: string) => `${count} ×`,
  phoneHint: 'We send a code by text message, to make sure it is you.',
  cardLead: (today: string) => `We charge ${today} today and the later payments on their dates.`,
  confirmTitle: 'Check and pay',
  confirmLead: 'We keep this card for the later payments.',
  confirmTerms: 'By paying you agree to the four payments above, taken from this card on their dates.',
  approvedTitle: 'You are all set',
  approvedLead: (store: string, today: string) => `You paid ${today} today. ${isolated(store)} has your order.`,
  nextPayment: (amount: string, date: string) => `Next payment: ${amount} on ${date}.`,
  toAccount: 'See and manage your payments',
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
}

/** Every sentence a customer may read. A language that lacks one does not compile. */
export type Texts = typeof en

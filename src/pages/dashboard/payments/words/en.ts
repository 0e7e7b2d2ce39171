import type { TabWord } from '../tabs.ts'
import { storyEn } from './story-en.ts'

const adjectives: Readonly<Record<string, string>> = {
  authorized: 'uncaptured ',
  new: 'uncaptured ',
  closed: 'closed ',
  captured: 'captured ',
  refunded: 'refunded ',
  cancelled: 'cancelled ',
  rejected: 'refused ',
  expired: 'expired ',
  created: 'unfinished ',
  disputed: 'disputed ',
  with_refunds: 'refunded ',
  overdue: 'overdue ',
}

/** What a tab without payments says: a title, and what would be listed. */
const emptyTabs: Readonly<Record<NonNullable<TabWord>, readonly [title: string, lead: string]>> = {
  authorized: [
    'Nothing waits to be captured',
    'An order is here once the customer has bought it, until you capture it.',
  ],
  disputed: ['No dispute is open', 'A payment is here while its customer disputes it. Its refunds wait until then.'],
  with_refunds: ['Nothing was refunded', 'A payment is here once all of it, or a part, was refunded.'],
  overdue: [
    'No customer is late',
    'A payment is here while a part of it could not be charged on its day. You are paid all the same.',
  ],
}

/** The list of payments. */
const listEn = {
  foundPayments: (total: number, count: string, status: string) =>
    `${count} ${adjectives[status] ?? ''}${total === 1 ? 'payment' : 'payments'}`,
  foundMany: (status: string) => `Very many ${adjectives[status] ?? ''}payments`,
  countAll: 'Count them; this may take some seconds',
  searchIsPartial:
    'Older payments are not all found by text or amount yet: the service was updated, and is still preparing its search. Until then this list, its number and its file may lack some.',
  foundOf: (when: string) => `of ${when}`,
  foundSince: (when: string) => `since ${when}`,
  foundUntil: (when: string) => `until ${when}`,
  foundFromTo: (from: string, to: string) => `from ${from} to ${to}`,
  foundAt: (store: string) => `at ${store}`,
  foundAbove: (amount: string) => `of ${amount} or more`,
  foundBelow: (amount: string) => `of ${amount} or less`,
  foundBetween: (from: string, to: string) => `of ${from} to ${to}`,
  foundBy: (q: string) => `with “${q}”`,
  filterAmountFrom: 'Amount from',
  filterAmountTo: 'Amount to',
  moreFilters: 'More filters',
  tabsLabel: 'Parts of the list',
  tabAll: 'All',
  overdueAtCustomers: 'Overdue at the customer’s',
  refundedInFull: 'Refunded in full',
  tabCountOver: (most: string) => `${most}+`,
  range: (from: string, to: string) => `${from}–${to}`,
  rangeOf: (range: string, total: string) => `${range} of ${total}`,
  rangeOfMore: (range: string, most: string) => `${range} of more than ${most}`,
  rangeOfMany: (range: string) => `${range} of many`,
  emptyTabs,
  anyStatus: 'Any status',
  everyStatus: 'Any, also refused and unfinished',
  statusClosed: 'Closed',
  wrongStatus: 'There is no such status.',
  wrongFilterAmount: 'Type an amount such as 120.50.',
  tooLong: 'This is too long.',
  columnOrder: 'Order',
  columnAmount: 'Amount',
  columnCustomer: 'Customer',
  columnStore: 'Store',
  columnCreated: 'Created',
  columnPick: 'Capture',
  disputed: 'Disputed',
  noPaymentsTitle: 'No payments yet',
  noPaymentsLead:
    'As soon as a customer pays in parts, the order is here, with everything that happens to it. A payment link needs no integration.',
  noPaymentsDo: 'Make a payment link',
  noPaymentFoundTitle: 'No payment is like this',
  noPaymentFoundLead:
    'Look for the beginning of the order number, a phone, an e-mail or an amount, or take a filter away.',
  inOtherMode: {
    test: {
      none: 'Test mode has none either.',
      some: (count: number | undefined, shown: string) =>
        count === undefined ? 'Test mode has some.' : `Test mode has ${count === 1 ? 'one' : shown}.`,
      show: 'Show them in test mode',
    },
    live: {
      none: 'Live mode has none either.',
      some: (count: number | undefined, shown: string) =>
        count === undefined ? 'Live mode has some.' : `Live mode has ${count === 1 ? 'one' : shown}.`,
      show: 'Show them in live mode',
    },
  },
  allPayments: 'All payments',
  pickOne: (order: string) => `Capture order ${order}`,
  captureTicked: 'Capture the ticked orders',
  captureTickedHint: 'In full, each what is left to capture. You are asked once more, with the sum.',
  nothingTicked: 'Tick the orders that are to be captured.',
  captureManyTitle: 'Capture several orders',
  askCaptureMany: (total: number, count: string, sum: string) =>
    `Capture ${sum} of ${total === 1 ? 'one order' : `${count} orders`}? You are paid for them, and the customers pay their parts.`,
  capturedMany: (total: number, count: string) =>
    total < 2 ? `${total === 0 ? 'No' : 'One'} order was captured.` : `${count} orders were captured.`,
  notCapturedMany: (total: number, count: string) =>
    total === 1
      ? 'One was not, for it has changed since the list was opened.'
      : `${count} were not, for they have changed since the list was opened.`,
  backToList: 'Back to the list',
}

export type ListTexts = typeof listEn

export const paymentsEn = {
  ...listEn,
  ...storyEn,
  paymentTitle: (order: string) => `Order ${order}`,
  paymentUntitled: 'Payment without an order number',
  statusNew: 'Not paid yet',
  statusAuthorized: 'To capture',
  statusCaptured: 'Captured',
  statusPartlyRefunded: 'Partly refunded',
  statusRefunded: 'Refunded',
  statusCancelled: 'Cancelled',
  statusRejected: 'Refused',
  statusExpired: 'Expired',
  moneyPanel: 'Money',
  amount: 'Amount',
  captured: 'Captured',
  refunded: 'Refunded',
  leftToCapture: 'Left to capture',
  leftToRefund: 'Left to refund',
  leftAfterRefunds: 'Left',
  order: 'Order',
  orderReference: 'Order number',
  paymentId: 'Payment id',
  createdAt: 'Created',
  store: 'Store',
  customerPanel: 'Customer',
  customerName: 'Name',
  customerEmail: 'E-mail',
  customerPhone: 'Phone',
  capture: 'Capture',
  close: 'Close',
  cancelOrder: 'Cancel the order',
  refund: 'Refund',
  amountUpTo: (most: string) => `Amount, at most ${most}`,
  reasonField: 'Reason, for your own records',
  referenceField: 'Order number',
  changeReference: 'Change',
  askCapture: (amount: string, order: string) =>
    `Capture ${amount} of order ${order}? You are paid for it, and the customer pays their parts.`,
  askRefund: (amount: string, order: string) =>
    `Refund ${amount} of order ${order}? The customer gets it back; this cannot be undone.`,
  askClose: (left: string, order: string) =>
    `Close order ${order}? The ${left} not captured will not be delivered, and what was paid for it goes back.`,
  askCloseAll: (amount: string, order: string) =>
    `Cancel order ${order}? Nothing was captured: the customer gets back what was paid of ${amount}.`,
  doCapture: (amount: string) => `Capture ${amount}`,
  doRefund: (amount: string) => `Refund ${amount}`,
  doClose: 'Close the order',
  doneCapture: (amount: string) => `${amount} captured.`,
  doneRefund: (amount: string) => `${amount} refunded.`,
  doneClose: 'The order is closed.',
  doneReference: 'The order number was changed.',
  changedTitle: 'Nothing was moved: the payment has changed',
  changedRefund: (expected: string, now: string) =>
    `When the page was opened, ${expected} was left to refund; now it is ${now}. Somebody else, or another tab, was faster.`,
  changedCapture: (expected: string, now: string) =>
    `When the page was opened, ${expected} was left to capture; now it is ${now}. Somebody else, or another tab, was faster.`,
  reload: 'See the payment as it is now',
  wrongAmount: (most: string) => `Type an amount above zero and at most ${most}.`,
  cannot: 'This cannot be done now',
  refundTooLate: 'The time in which this payment could be refunded is over.',
  heldByDispute: 'A dispute is open on this payment: refunds wait until it is decided.',
  rawJson: 'As the API answers it',
}

/** The states to which a test order can be played, and what each means. */
export const orderStates = {
  created: 'the session is open, and the customer has not come yet',
  authorized: 'the customer has paid the first part',
  captured: 'and you have captured all of it',
  refunded: 'and you have refunded all of it',
  closed: 'the customer has paid, and you have closed it without a capture',
  rejected: 'the customer was refused on the page',
  expired: 'the customer left the page',
  disputed: 'captured, and the customer has opened a dispute: live keys',
} as const

export type OrderState = keyof typeof orderStates
export const orderStateNames = Object.keys(orderStates) as OrderState[]

import type { OrderBody } from './order.ts'

/** What of an order is about people. */
export type PersonalParts = Pick<OrderBody, 'buyer' | 'shipping_address' | 'order_history'>

/** What of an order is personal, as it may stand in texts: who bought, now and before, and where it was sent. */
export function personalOf({ buyer, shipping_address, order_history }: PersonalParts): readonly string[] {
  const named = [buyer, ...order_history.map((past) => past.buyer)].flatMap(({ name, email, phone }) => [
    ...[name, email, phone],
  ])
  const sentTo = [shipping_address, ...order_history.map((past) => past.shipping_address)]
  return [...new Set([...named, ...sentTo.map(({ address }) => address)])].filter((text) => text !== '')
}

import { expect, payAsCustomer } from '../judge.ts'
import { type Body, type MedusaStore, must } from './server.ts'

/** A customer's cart at the payment step. */
export interface PayingCart {
  readonly cartId: string
  readonly paymentId: string
  /** The address of the payment page; missing if the customer is rejected. */
  readonly webUrl: string | undefined
}

/** An order that staff see, and its payment at the service. */
export interface PlacedOrder {
  readonly orderId: string
  readonly paymentId: string
}

const phone = '+971500000001'

const addressOf = (customerPhone: string) => ({
  first_name: 'Sara',
  last_name: 'Ali',
  address_1: 'Street 1',
  city: 'Dubai',
  country_code: 'ae',
  postal_code: '00000',
  phone: customerPhone,
})

/** Fills a cart with two shirts, 340.00 in all, and opens the payment step as Medusa's storefront does. */
export async function openCart(store: MedusaStore, customerPhone = phone): Promise<PayingCart> {
  const { call, regionId, variantId } = store
  const items = [{ variant_id: variantId, quantity: 2 }]
  const { cart } = must(await call('POST', '/store/carts', { region_id: regionId, items }))
  const path = `/store/carts/${cart.id}`
  const address = addressOf(customerPhone)
  const customer = { email: 'sara@example.com', billing_address: address, shipping_address: address }
  must(await call('POST', path, customer))
  const { shipping_options: options } = must(await call('GET', `/store/shipping-options/${cart.id}`))
  must(await call('POST', `${path}/shipping-methods`, { option_id: options[0].id }))
  const answer = await call('POST', `${path}/payment-sessions`)
  const data = sessionOf(answer.body)
  const loss = `No customer can pay: Medusa answers ${answer.status} when the storefront opens the payment step.`
  expect(data?.payment !== undefined, loss)
  return { cartId: cart.id, paymentId: data.payment.id, webUrl: data.tabby_url }
}

function sessionOf(body: Body): Body {
  return body.cart?.payment_sessions?.find((one: Body) => one.provider_id === 'Tabby')?.data
}

/** Opens the payment step once more, as the storefront does after a failed attempt. `path`: Medusa's way to do so. */
export async function reopenSession(store: MedusaStore, cartId: string, path: '' | '/Tabby/refresh') {
  const answer = await store.call('POST', `/store/carts/${cartId}/payment-sessions${path}`)
  const data = sessionOf(answer.body)
  const cart: PayingCart = { cartId, paymentId: data?.payment?.id, webUrl: data?.tabby_url }
  return { status: answer.status, cart }
}

/** Completes the cart, as the storefront does on the return address. Returns the order, if there is one. */
export async function returnToShop({ call }: MedusaStore, { cartId, paymentId }: PayingCart) {
  const { status, body } = await call('POST', `/store/carts/${cartId}/complete`)
  const order: PlacedOrder | undefined = body.type === 'order' ? { orderId: body.data.id, paymentId } : undefined
  return { order, answer: `${status} ${JSON.stringify(body).slice(0, 300)}` }
}

/** Places an order: the customer pays, and comes back. */
export async function placeOrder(store: MedusaStore): Promise<PlacedOrder> {
  const cart = await openCart(store)
  const paid = await payAsCustomer(store.merchant, cart.paymentId)
  expect(paid.status === 200, `the customer cannot pay: ${paid.text}`)
  const { order, answer } = await returnToShop(store, cart)
  expect(order !== undefined, `The customer has paid and gets no order. Medusa answers ${answer}`)
  return order
}

/** Places an order, and captures it. */
export async function placeCapturedOrder(store: MedusaStore): Promise<PlacedOrder> {
  const order = await placeOrder(store)
  const answer = await capture(store, order)
  expect(answer.status === 200, `Medusa cannot capture: ${JSON.stringify(answer.body).slice(0, 300)}`)
  return order
}

export const capture = (store: MedusaStore, { orderId }: PlacedOrder) =>
  store.call('POST', `/admin/orders/${orderId}/capture`)

/** `amount` in minor units, as Medusa's admin sends it. */
export const refund = (store: MedusaStore, { orderId }: PlacedOrder, amount: number) =>
  store.call('POST', `/admin/orders/${orderId}/refund`, { amount, reason: 'return' })

export const cancel = (store: MedusaStore, { orderId }: PlacedOrder) =>
  store.call('POST', `/admin/orders/${orderId}/cancel`)

/** Returns the order as staff see it. Amounts are in minor units. */
export async function readOrder({ call }: MedusaStore, { orderId }: PlacedOrder): Promise<Body> {
  return must(await call('GET', `/admin/orders/${orderId}`)).order
}

/** Returns the number of orders in the store. */
export async function countOrders({ call }: MedusaStore): Promise<number> {
  return must(await call('GET', '/admin/orders?limit=1')).count
}

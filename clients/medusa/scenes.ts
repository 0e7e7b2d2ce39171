import { deliverNotifications, expect, payAsCustomer, readMoney, type Scene } from '../judge.ts'
import * as shop from './orders.ts'
import { type MedusaStore, must } from './server.ts'

const session: Scene<MedusaStore> = {
  action: 'offer',
  async play(store) {
    const cart = await shop.openCart(store)
    expect(cart.webUrl !== undefined, 'An accepted customer gets no address of the payment page')
    const { amount } = await readMoney(store.merchant, cart.paymentId)
    expect(amount === '340.00', `The cart costs 340.00, and the session is for ${amount}`)
    // The customer goes back to the shop and puts one more shirt into the cart.
    const item = { variant_id: store.variantId, quantity: 1 }
    must(await store.call('POST', `/store/carts/${cart.cartId}/line-items`, item))
    must(await store.call('POST', `/store/carts/${cart.cartId}/payment-sessions`))
    await payAsCustomer(store.merchant, cart.paymentId)
    const { order } = await shop.returnToShop(store, cart)
    if (order === undefined) return
    const { total } = await shop.readOrder(store, order)
    const loss = `The merchant loses the difference: an order of ${total / 100} is placed with a payment of ${amount}.`
    const repeat = 'Open the payment step, add an item to the cart, pay: updatePayment does nothing.'
    expect(total === 34_000, `${loss} ${repeat}`)
  },
}

const pay: Scene<MedusaStore> = {
  action: 'pay',
  async play(store) {
    const order = await shop.placeOrder(store)
    const { total, payment_status: status } = await shop.readOrder(store, order)
    expect(total === 34_000 && status === 'awaiting', `The order is ${status} with a total of ${total}`)
  },
}

const notification: Scene<MedusaStore> = {
  action: 'notification',
  async play(store) {
    const cart = await shop.openCart(store)
    const before = await shop.countOrders(store)
    await payAsCustomer(store.merchant, cart.paymentId)
    await deliverNotifications(store.merchant)
    const { body } = await store.merchant.shop.call('GET', '/api/v1/webhooks', undefined, { 'x-merchant-code': 'AE' })
    const after = await shop.countOrders(store)
    const loss = 'The customer has paid, and there is no order: nothing is delivered, captured or closed.'
    const repeat = `Pay and close the browser before the return. The provider has ${body.length ?? 0} webhooks.`
    expect(after === before + 1, `${loss} ${repeat}`)
  },
}

const rejection: Scene<MedusaStore> = {
  action: 'rejection',
  async play(store) {
    const cart = await shop.openCart(store, '+971500000002')
    expect(cart.webUrl === undefined, 'A rejected customer gets an address of the payment page')
    const { order } = await shop.returnToShop(store, cart)
    expect(order === undefined, 'A rejected customer gets an order')
    const accepted = await shop.openCart(store)
    await store.merchant.shop.call('POST', `/sandbox/payments/${accepted.paymentId}/reject`)
    const { order: placed } = await shop.returnToShop(store, accepted)
    expect(placed === undefined, 'A customer who is rejected on the payment page gets an order')
  },
}

const giveUp: Scene<MedusaStore> = {
  action: 'giveUp',
  async play(store) {
    const cart = await shop.openCart(store)
    await store.merchant.shop.call('POST', `/sandbox/payments/${cart.paymentId}/cancel`)
    const { order } = await shop.returnToShop(store, cart)
    expect(order === undefined, 'The customer has cancelled and gets an order')
    const same = await shop.reopenSession(store, cart.cartId, '')
    const fresh = await shop.reopenSession(store, cart.cartId, '/Tabby/refresh')
    const second = [same.cart, fresh.cart].find(({ paymentId }) => ![cart.paymentId, undefined].includes(paymentId))
    const loss = 'The merchant loses the sale: after the customer cancelled, the same cart cannot be paid any more.'
    const repeat = `Opening the payment step again answers ${same.status} with the cancelled payment, refreshing the session answers ${fresh.status}.`
    expect(second !== undefined, `${loss} ${repeat}`)
    await payAsCustomer(store.merchant, second.paymentId)
    const again = await shop.returnToShop(store, second)
    expect(again.order !== undefined, `The second attempt is paid and gives no order. Medusa answers ${again.answer}`)
  },
}

const capture: Scene<MedusaStore> = {
  action: 'capture',
  async play(store) {
    const order = await shop.placeCapturedOrder(store)
    const { payment_status: status } = await shop.readOrder(store, order)
    const { captured } = await readMoney(store.merchant, order.paymentId)
    expect(status === 'captured' && captured === '340.00', `Medusa says ${status}, the service captured ${captured}`)
  },
}

const refund: Scene<MedusaStore> = {
  action: 'refund',
  async play(store) {
    const order = await shop.placeCapturedOrder(store)
    for (const [amount, total] of [
      [10_001, '100.01'],
      [23_999, '340.00'],
    ] as const) {
      const answer = await shop.refund(store, order, amount)
      const { refunded } = await readMoney(store.merchant, order.paymentId)
      const loss = `Medusa answers ${answer.status} to a refund of ${amount / 100}, in all ${refunded} were refunded`
      expect(answer.status === 200 && refunded === total, loss)
    }
    const { payment_status: status } = await shop.readOrder(store, order)
    expect(status === 'refunded', `All is refunded, and Medusa shows ${status}`)
  },
}

const cancel: Scene<MedusaStore> = {
  action: 'cancel',
  async play(store) {
    const order = await shop.placeOrder(store)
    const answer = await shop.cancel(store, order)
    const { status, payment_status: shown } = await shop.readOrder(store, order)
    const money = await readMoney(store.merchant, order.paymentId)
    const loss = `Medusa answers ${answer.status} and shows the order as ${status}, its payment as ${shown}; the payment stays ${money.status}.`
    const repeat =
      'The customer has paid the first part of a cancelled order and gets nothing back: cancelPayment never calls the API.'
    expect(money.status === 'CLOSED', `${loss} ${repeat}`)
  },
}

export const plainScenes = [session, pay, notification, rejection, giveUp, capture, refund, cancel]

import { injectFault, Loss, readMoney, type Scene } from '../judge.ts'
import * as shop from './orders.ts'
import type { Body, MedusaStore } from './server.ts'

const lostCapture: Scene<MedusaStore> = {
  action: 'lostCapture',
  async play(store) {
    const losses = [
      await captureWith(store, { kind: 'lost_answer' }),
      await captureWith(store, { kind: 'lost_request' }),
      await captureWith(store, { kind: 'error' }),
    ].filter((loss) => loss !== undefined)
    if (losses.length > 0) throw new Loss(losses.join(' '))
  },
}

/** Captures with a fault, again until Medusa shows the order as captured, and refunds a part. Returns the loss. */
async function captureWith(store: MedusaStore, fault: { readonly kind: string }): Promise<string | undefined> {
  const order = await shop.placeOrder(store)
  await injectFault(store.merchant, { operation: 'capturePayment', payment_id: order.paymentId }, fault)
  let shown: Body
  for (let tries = 0; tries < 3 && shown?.payment_status !== 'captured'; tries += 1) {
    await shop.capture(store, order)
    shown = await shop.readOrder(store, order)
  }
  const { captured } = await readMoney(store.merchant, order.paymentId)
  const status = shown.payment_status
  if (status !== 'captured' && captured === '340.00')
    return `With ${fault.kind}, the service has captured 340.00 and Medusa shows ${status} for good, so it refuses refunds.`
  if (captured !== '340.00')
    return `With ${fault.kind} on capturePayment, Medusa shows ${status} and the service has captured ${captured}: the merchant delivers and is never paid.`
  const leaked = JSON.stringify(shown.payments).includes(store.merchant.secretKey)
  const answer = await shop.refund(store, order, 10_000)
  const { refunded } = await readMoney(store.merchant, order.paymentId)
  const after = await shop.readOrder(store, order)
  if (refunded === '100.00' && after.refunded_total === 10_000) return undefined
  const key = leaked ? ' The stored payment then holds the secret key.' : ''
  return `With ${fault.kind} on capturePayment, Medusa loses the payment's id. It answers ${answer.status} to a refund of 100.00 and shows ${after.refunded_total / 100} as refunded, and the service has refunded ${refunded}: the customer never gets it.${key}`
}

const lostRefund: Scene<MedusaStore> = {
  action: 'lostRefund',
  async play(store) {
    const losses = [
      await refundWith(store, { kind: 'lost_answer' }),
      await refundWith(store, { kind: 'lost_request' }),
      await refundWith(store, { kind: 'error' }),
    ].filter((loss) => loss !== undefined)
    if (losses.length > 0) throw new Loss(losses.join(' '))
  },
}

/** Refunds 100.00 with a fault, again until Medusa shows it. Returns the loss. */
async function refundWith(store: MedusaStore, fault: { readonly kind: string }): Promise<string | undefined> {
  const order = await shop.placeCapturedOrder(store)
  await injectFault(store.merchant, { operation: 'refundPayment', payment_id: order.paymentId }, fault)
  let shown = 0
  for (let tries = 0; tries < 3 && shown === 0; tries += 1) {
    await shop.refund(store, order, 10_000)
    shown = (await shop.readOrder(store, order)).refunded_total / 100
  }
  const { refunded } = await readMoney(store.merchant, order.paymentId)
  if (refunded === '100.00' && shown === 100) return undefined
  const who = Number(refunded) > 100 ? 'the merchant refunds twice' : 'the customer never gets the refund'
  return `With ${fault.kind} on refundPayment, staff refund 100.00 until Medusa shows it. Medusa shows ${shown}, and the service has refunded ${refunded}: ${who}.`
}

export const faultScenes = [lostCapture, lostRefund]

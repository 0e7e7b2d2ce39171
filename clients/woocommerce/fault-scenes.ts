import type { Action } from '../client.ts'
import { endFaults, injectFault } from '../judge.ts'
import { newCustomer, placeOrder, waitForOrder } from './customer.ts'
import { paysAndLeaves, refundedInShop } from './money-scenes.ts'
import type { Order } from './shop.ts'
import { refund, setStatus } from './staff.ts'
import { paidOrder, paymentOf, processingOrder, type Stage, scene } from './stage.ts'

/** What a shop meets when answers are lost and notifications go astray. */
export const faultScenes = [
  scene(
    'lostCapture',
    losesCaptureAnswer,
    'The money is captured, but the order has no capture, so the shop cannot refund it. Complete an order while the answer to its capture is lost, then refund it. A reference in the capture and a second look at the payment would mend it.',
  ),
  scene(
    'lostRefund',
    losesRefundAnswer,
    'The customer gets the amount twice and the merchant loses it once: a refund has no reference, so the second try is another refund. Refund while the answer is lost, then press the button again.',
  ),
  scene(
    'unsentRefund',
    sendsNoRefund,
    'The shop shows a refund that never happened, and the customer waits for the money. Refund while the service does not answer: the plug-in ends with an error of PHP, and WooCommerce keeps the refund.',
  ),
  scene(
    'lostCancel',
    losesCancelRequest,
    'The shop says that the payment is closed, but it is not: the customer has paid the first part of a cancelled order, and waits for it until the authorization ends. Cancel an order while the service does not answer.',
  ),
  scene(
    'duplicateNotification',
    receivesTwice,
    'What follows an authorization happens twice for one order. Deliver the same notification twice at the same moment.',
  ),
  scene(
    'reorderedNotification',
    receivesOutOfOrder,
    'The order is not shown as paid. Deliver `closed` before `authorized`.',
  ),
  scene(
    'lateNotification',
    cleansUpDuringAnOutage,
    'The customer has paid the first part, and the shop has deleted the order. Let the clean-up of unpaid orders run while the service answers 500: an answer without `created_at` counts as an expired payment.',
  ),
  scene(
    'forgedNotification',
    receivesForgery,
    'A stranger can make the shop believe that an order is paid. Send a notification to the public address of the webhook.',
  ),
]

/** The actions whose failure was seen to be the plug-in's own fault. */
export const knownFaults: readonly Action[] = [
  ...(['lostCapture', 'lostRefund', 'unsentRefund', 'lostCancel'] as const),
  ...(['duplicateNotification', 'lateNotification'] as const),
]

async function completed(stage: Stage): Promise<Order> {
  const order = await processingOrder(stage)
  await setStatus(stage.staff, stage.shop, order.id, 'completed')
  return order
}

async function losesCaptureAnswer(stage: Stage): Promise<string | undefined> {
  await injectFault(stage.merchant, { operation: 'capturePayment' }, { kind: 'lost_answer' })
  const order = await completed(stage)
  const alert = await refund(stage.staff, stage.shop, order.id, '100.00', 'Lid broken')
  const { status, captured, refunded } = await paymentOf(stage, order)
  if (refunded === '100.00') return undefined
  return `the payment is ${status} with ${captured} captured; the refund says: ${alert || 'nothing'}`
}

async function losesRefundAnswer(stage: Stage): Promise<string | undefined> {
  const order = await completed(stage)
  await injectFault(stage.merchant, { operation: 'refundPayment' }, { kind: 'lost_answer' })
  const press = (): Promise<string> => refund(stage.staff, stage.shop, order.id, '100.00', 'Lid broken')
  await press()
  if ((await refundedInShop(stage, order)) === '0.00') await press()
  const [{ refunded }, shown] = [await paymentOf(stage, order), await refundedInShop(stage, order)]
  return refunded === '100.00' && shown === '100.00' ? undefined : `refunded ${refunded}, the shop shows ${shown}`
}

async function sendsNoRefund(stage: Stage): Promise<string | undefined> {
  const order = await completed(stage)
  await injectFault(stage.merchant, { operation: 'refundPayment' }, { kind: 'lost_request' })
  const problem = await refund(stage.staff, stage.shop, order.id, '100.00', 'Lid broken')
  const [{ refunded }, shown] = [await paymentOf(stage, order), await refundedInShop(stage, order)]
  if (refunded === shown) return undefined
  return `refunded ${refunded}, the shop shows ${shown}; ${problem || 'it says nothing'}`
}

async function losesCancelRequest(stage: Stage): Promise<string | undefined> {
  const order = await processingOrder(stage)
  await injectFault(stage.merchant, { operation: 'closePayment' }, { kind: 'lost_request' })
  await setStatus(stage.staff, stage.shop, order.id, 'cancelled')
  const [{ status }, after] = [await paymentOf(stage, order), await stage.shop.order(order.id)]
  if (status === 'CLOSED') return undefined
  const note = after?.notes.find((one) => /closed/i.test(one)) ?? 'nothing about it'
  return `the payment is ${status}, the order ${after?.status}, and its notes say: ${note}`
}

async function receivesTwice(stage: Stage): Promise<string | undefined> {
  const fault = { kind: 'duplicate', count: 2, concurrent: true }
  await injectFault(stage.merchant, { notification: 'authorized' }, fault)
  const problem = await paysAndLeaves(stage)
  const notes = (await stage.shop.order())?.notes ?? []
  const count = (text: string): number => notes.filter((note) => note.includes(text)).length
  if (problem !== undefined || count('Payment authorized') === 1) return problem
  const mails = count('"New order" sent')
  return `the order says ${count('Payment authorized')} times that it was authorized, and ${mails} times that staff were mailed`
}

async function receivesOutOfOrder(stage: Stage): Promise<string | undefined> {
  await injectFault(stage.merchant, { notification: 'authorized' }, { kind: 'reorder' })
  const { id, total, payment } = await paidOrder(stage, 'classic', false)
  const capture = { amount: total, reference_id: 'by-hand' }
  const captured = await stage.merchant.shop.call('POST', `/api/v2/payments/${payment}/captures`, capture)
  if (captured.status !== 200) throw new Error(captured.text)
  const after = await waitForOrder(stage.shop, id, (one) => one?.status === 'processing')
  return after?.status === 'processing' ? undefined : `the order is ${after?.status ?? 'gone'}`
}

async function cleansUpDuringAnOutage(stage: Stage): Promise<string | undefined> {
  const { merchant, shop } = stage
  await injectFault(merchant, { notification: 'authorized' }, { kind: 'late', ms: 600_000 })
  const order = await paidOrder(stage, 'classic', false)
  await injectFault(merchant, { operation: 'getPayment' }, { kind: 'error' }, { times: 10 })
  await shop.cleanUp(order.id)
  const after = await shop.order(order.id)
  await endFaults(merchant)
  const { status } = await paymentOf(stage, order)
  if (after !== null && after.status !== 'cancelled') return undefined
  return `the payment is ${status}, and the order is ${after?.status ?? 'gone'}`
}

async function receivesForgery(stage: Stage): Promise<string | undefined> {
  const { shop, browser, merchant, staff } = stage
  const order = await placeOrder(stage, 'classic', await newCustomer(browser))
  const { body } = await merchant.shop.call('GET', `/api/v2/payments/${order.payment}`)
  const forged = JSON.stringify({ ...body, status: 'authorized' })
  const post = (text: string): Promise<number> =>
    fetch('/wp-json/tabby/v1/webhook', { method: 'POST', body: text }).then(({ status }) => status)
  const status = await staff.evaluate(post, forged)
  const after = await shop.order(order.id)
  return after?.status === 'pending' ? undefined : `answered ${status}; the order is ${after?.status ?? 'gone'}`
}

import { newCustomer, placeOrder, waitForOrder } from './customer.ts'
import { paysAndLeaves, refundedInShop } from './money-checks.ts'
import { refund, setStatus } from './staff.ts'
import { addFault, type Check, paidOrder, paymentOf, processingOrder, type Stage } from './stage.ts'

/** What a shop meets when answers are lost and notifications go astray. */
export const faultChecks: readonly Check[] = [
  {
    action: 'lostCapture',
    blame: 'fault',
    loss: 'The money is captured, but the order has no capture, so the shop cannot refund it. Complete an order while the answer to its capture is lost, then refund it. A reference in the capture and a second look at the payment would mend it.',
    play: losesCaptureAnswer,
  },
  {
    action: 'lostRefund',
    blame: 'fault',
    loss: 'The customer gets the amount twice and the merchant loses it once: a refund has no reference, so the second try is another refund. Refund while the answer is lost, then press the button again.',
    play: losesRefundAnswer,
  },
  {
    action: 'unsentRefund',
    blame: 'fault',
    loss: 'The shop shows a refund that never happened, and the customer waits for the money. Refund while the service does not answer: the plug-in ends with an error of PHP, and WooCommerce keeps the refund.',
    play: sendsNoRefund,
  },
  {
    action: 'lostCancel',
    blame: 'fault',
    loss: 'The shop says that the payment is closed, but it is not: the customer has paid the first part of a cancelled order, and waits for it until the authorization ends. Cancel an order while the service does not answer.',
    play: losesCancelRequest,
  },
  {
    action: 'duplicateNotification',
    blame: 'fault',
    loss: 'What follows an authorization happens twice for one order. Deliver the same notification twice at the same moment.',
    play: receivesTwice,
  },
  {
    action: 'reorderedNotification',
    blame: 'fault',
    loss: 'The order is not shown as paid. Deliver `closed` before `authorized`.',
    play: receivesOutOfOrder,
  },
  {
    action: 'lateNotification',
    blame: 'fault',
    loss: 'The customer has paid the first part, and the shop has deleted the order. Let the clean-up of unpaid orders run while the service answers 500: an answer without `created_at` counts as an expired payment.',
    play: cleansUpDuringAnOutage,
  },
  {
    action: 'forgedNotification',
    blame: 'fault',
    loss: 'A stranger can make the shop believe that an order is paid. Send a notification to the public address of the webhook.',
    play: receivesForgery,
  },
]

const completed = async (stage: Stage) => {
  const order = await processingOrder(stage)
  await setStatus(stage.staff, stage.shop, order.id, 'completed')
  return order
}

async function losesCaptureAnswer(stage: Stage): Promise<string | undefined> {
  await addFault(stage, { operation: 'capturePayment' }, { kind: 'lost_answer' })
  const order = await completed(stage)
  const alert = await refund(stage.staff, stage.shop, order.id, '100.00', 'Lid broken')
  const { status, captured, refunded } = await paymentOf(stage, order)
  if (refunded === 100) return undefined
  return `the payment is ${status} with ${captured.toFixed(2)} captured; the refund says: ${alert || 'nothing'}`
}

async function losesRefundAnswer(stage: Stage): Promise<string | undefined> {
  const order = await completed(stage)
  await addFault(stage, { operation: 'refundPayment' }, { kind: 'lost_answer' })
  await refund(stage.staff, stage.shop, order.id, '100.00', 'Lid broken')
  if ((await refundedInShop(stage, order)) === 0)
    await refund(stage.staff, stage.shop, order.id, '100.00', 'Lid broken')
  const [{ refunded }, shown] = [await paymentOf(stage, order), await refundedInShop(stage, order)]
  return refunded === 100 && shown === 100
    ? undefined
    : `refunded ${refunded.toFixed(2)}, the shop shows ${shown.toFixed(2)}`
}

async function sendsNoRefund(stage: Stage): Promise<string | undefined> {
  const order = await completed(stage)
  await addFault(stage, { operation: 'refundPayment' }, { kind: 'lost_request' })
  const problem = await refund(stage.staff, stage.shop, order.id, '100.00', 'Lid broken')
  const [{ refunded }, shown] = [await paymentOf(stage, order), await refundedInShop(stage, order)]
  if (refunded === shown) return undefined
  return `refunded ${refunded.toFixed(2)}, the shop shows ${shown.toFixed(2)}; ${problem || 'it says nothing'}`
}

async function losesCancelRequest(stage: Stage): Promise<string | undefined> {
  const order = await processingOrder(stage)
  await addFault(stage, { operation: 'closePayment' }, { kind: 'lost_request' })
  await setStatus(stage.staff, stage.shop, order.id, 'cancelled')
  const [{ status }, after] = [await paymentOf(stage, order), await stage.shop.order(order.id)]
  return status === 'CLOSED'
    ? undefined
    : `the payment is ${status}, the order ${after?.status}: ${after?.notes[1] ?? ''}`
}

async function receivesTwice(stage: Stage): Promise<string | undefined> {
  await addFault(stage, { notification: 'authorized' }, { kind: 'duplicate', count: 2, concurrent: true })
  const problem = await paysAndLeaves(stage)
  const notes = (await stage.shop.order())?.notes.filter((note) => note.startsWith('Payment authorized')) ?? []
  return problem ?? (notes.length === 1 ? undefined : `the order says ${notes.length} times that it was authorized`)
}

async function receivesOutOfOrder(stage: Stage): Promise<string | undefined> {
  await addFault(stage, { notification: 'authorized' }, { kind: 'reorder' })
  const order = await paidOrder(stage, 'classic', false)
  const captured = await stage.merchant.shop.call('POST', `/api/v2/payments/${order.payment}/captures`, {
    amount: order.total,
    reference_id: 'by-hand',
  })
  if (captured.status !== 200) throw new Error(captured.text)
  const after = await waitForOrder(stage.shop, order.id, (one) => one?.status === 'processing')
  return after?.status === 'processing' ? undefined : `the order is ${after?.status ?? 'gone'}`
}

async function cleansUpDuringAnOutage(stage: Stage): Promise<string | undefined> {
  await addFault(stage, { notification: 'authorized' }, { kind: 'late', ms: 600_000 })
  const order = await paidOrder(stage, 'classic', false)
  await addFault(stage, { operation: 'getPayment' }, { kind: 'error' }, { times: 10 })
  await stage.shop.cleanUp(order.id)
  const after = await stage.shop.order(order.id)
  const deleted = await stage.merchant.shop.call('DELETE', '/sandbox/faults')
  if (deleted.status !== 200) throw new Error(deleted.text)
  const { status } = await paymentOf(stage, order)
  return after !== null && after.status !== 'cancelled'
    ? undefined
    : `the payment is ${status}, and the order is ${after?.status ?? 'gone'}`
}

async function receivesForgery(stage: Stage): Promise<string | undefined> {
  const { shop, browser, merchant, staff } = stage
  const order = await placeOrder(shop, 'classic', await newCustomer(browser))
  const { body } = await merchant.shop.call('GET', `/api/v2/payments/${order.payment}`)
  const forged = JSON.stringify({ ...body, status: 'authorized' })
  const post = (body: string): Promise<number> =>
    fetch('/wp-json/tabby/v1/webhook', { method: 'POST', body }).then(({ status }) => status)
  const status = await staff.evaluate(post, forged)
  const after = await shop.order(order.id)
  return after?.status === 'pending' && status === 200 ? undefined : `answered ${status}; the order is ${after?.status}`
}

import { cancelButton, sendPhone, typeCode } from '../../testkit/payment-page.ts'
import { newCustomer, placeOrder, waitForOrder } from './customer.ts'
import type { Order } from './shop.ts'
import { refund, setStatus } from './staff.ts'
import { paidOrder, paymentOf, processingOrder, type Stage, scene } from './stage.ts'

/** What a shop does on a usual day. */
export const moneyScenes = [
  scene('setUp', hasWebhook),
  scene('snippet', showsFigures),
  scene('offer', offers),
  scene('pay', paysAtBothCheckouts),
  scene('notification', paysAndLeaves),
  scene('rejection', isRejected),
  scene('giveUp', givesUp),
  scene('capture', captures),
  scene('refund', refundsTwice),
  scene('cancel', cancels),
]

async function hasWebhook({ merchant, shop }: Stage): Promise<string | undefined> {
  const { body, text } = await merchant.shop.call('GET', '/api/v1/webhooks', undefined, { 'x-merchant-code': 'AE' })
  const isThere = body.some(({ url }: { url: string }) => url.startsWith(`${shop.address}/`))
  return isThere ? undefined : `after saving the keys the webhooks are ${text}`
}

async function showsFigures({ shop, browser }: Stage): Promise<string | undefined> {
  const { page } = await newCustomer(browser)
  await page.goto(`${shop.address}/product/coffee-grinder/`)
  const snippet = page.locator('#tabbyPromo')
  await snippet.getByText('83.33').first().waitFor()
  await snippet.getByRole('button').click()
  await page.getByRole('dialog').getByText('83.34').waitFor()
  await page.context().close()
  return undefined
}

async function offers(stage: Stage): Promise<string | undefined> {
  for (const kind of ['block', 'classic'] as const) {
    const customer = await newCustomer(stage.browser)
    await placeOrder(stage, kind, customer)
    await customer.page.context().close()
  }
  return undefined
}

async function becomesPaid(stage: Stage, order: Order): Promise<string | undefined> {
  const after = await waitForOrder(stage.shop, order.id, (one) => one?.status === 'processing')
  const { status, amount } = await paymentOf(stage, order)
  if (after?.status === 'processing' && status === 'AUTHORIZED' && amount === order.total) return undefined
  return `the order of ${order.total} is ${after?.status ?? 'gone'}, the payment of ${amount} ${status}`
}

async function paysAtBothCheckouts(stage: Stage): Promise<string | undefined> {
  for (const kind of ['block', 'classic'] as const) {
    const problem = await becomesPaid(stage, await paidOrder(stage, kind))
    if (problem !== undefined) return `${kind} checkout: ${problem}`
  }
  return undefined
}

export async function paysAndLeaves(stage: Stage): Promise<string | undefined> {
  return becomesPaid(stage, await paidOrder(stage, 'classic', false))
}

async function isRejected(stage: Stage): Promise<string | undefined> {
  const { shop, browser } = stage
  const { page, ...customer } = await newCustomer(browser, 'otp.rejected@example.com')
  const order = await placeOrder(stage, 'classic', { page, ...customer })
  await sendPhone(page)
  await typeCode(page)
  await page.waitForURL(`${shop.address}/**`)
  const after = await waitForOrder(shop, order.id, (one) => one?.status === 'failed')
  const { status } = await paymentOf(stage, order)
  const isUnpaid = ['failed', 'pending'].includes(after?.status ?? '')
  return isUnpaid && status === 'REJECTED' ? undefined : `order ${after?.status}, payment ${status}`
}

async function givesUp(stage: Stage): Promise<string | undefined> {
  const { shop, browser } = stage
  const { page, ...customer } = await newCustomer(browser)
  const order = await placeOrder(stage, 'classic', { page, ...customer })
  await cancelButton(page).click()
  await page.waitForURL(`${shop.address}/classic-checkout/**`)
  const cart = await page.locator('.woocommerce-checkout-review-order-table').innerText()
  const after = await shop.order(order.id)
  const isKept = cart.includes('Coffee grinder') && after?.status !== 'processing'
  return isKept ? undefined : `the order is ${after?.status}, the cart shows ${cart}`
}

async function captures(stage: Stage): Promise<string | undefined> {
  const order = await processingOrder(stage)
  await setStatus(stage.staff, stage.shop, order.id, 'completed')
  const { status, captured } = await paymentOf(stage, order)
  return status === 'CLOSED' && captured === order.total ? undefined : `payment ${status}, captured ${captured}`
}

async function refundsTwice(stage: Stage): Promise<string | undefined> {
  const order = await processingOrder(stage)
  await setStatus(stage.staff, stage.shop, order.id, 'completed')
  const alerts = [
    await refund(stage.staff, stage.shop, order.id, '100.00', 'Lid broken'),
    await refund(stage.staff, stage.shop, order.id, '50.50', 'Came late'),
  ]
  const { refunded } = await paymentOf(stage, order)
  const shown = await refundedInShop(stage, order)
  if (refunded === '150.50' && shown === refunded) return undefined
  return `${alerts}: refunded ${refunded}, the shop shows ${shown}`
}

/** The sum of the refunds that the shop shows, with two decimals. */
export async function refundedInShop({ shop }: Stage, { id }: Order): Promise<string> {
  const refunds = (await shop.order(id))?.refunds ?? []
  return refunds.reduce((sum, amount) => sum + Number(amount), 0).toFixed(2)
}

async function cancels(stage: Stage): Promise<string | undefined> {
  const order = await processingOrder(stage)
  await setStatus(stage.staff, stage.shop, order.id, 'cancelled')
  const { status, captured } = await paymentOf(stage, order)
  return status === 'CLOSED' && captured === '0.00' ? undefined : `payment ${status}, captured ${captured}`
}

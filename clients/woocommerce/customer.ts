import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { succeed } from '../../testkit/client.ts'
import { payButton, waitForOutcome, walkToConfirm } from '../../testkit/payment-page.ts'
import type { ClientMerchant } from '../world.ts'
import type { Order, WooShop } from './shop.ts'

/** Both checkouts of WooCommerce: of blocks, and of the shortcode. */
export type CheckoutKind = 'block' | 'classic'

export interface Customer {
  readonly page: Page
  readonly email: string
  readonly phone: string
}

/** The window of customer and staff. */
export const desktopSize = { viewport: { width: 1280, height: 800 } }

let lastPhone = 500_100_010

/** A phone that no other customer of the run uses. Test keys refuse phones that end in 0002. */
function newPhone(): string {
  lastPhone += 10
  return `+971${lastPhone}`
}

/** A shop, and the merchant whose keys it has. */
interface Place {
  readonly shop: WooShop
  readonly merchant: ClientMerchant
}

/** Opens a customer's own browser session. */
export async function newCustomer(browser: Browser, email = 'sara@example.com', phone = newPhone()): Promise<Customer> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce', ...desktopSize })
  context.setDefaultTimeout(15_000)
  return { page: await context.newPage(), email, phone }
}

const name = { first_name: 'Sara', last_name: 'Ali', address_1: 'Street 1', city: 'Dubai' }
const place = {
  block: '.wc-block-components-checkout-place-order-button',
  classic: '#place_order',
}
const method = {
  block: 'input[name="radio-control-wc-payment-method-options"][value="tabby_installments"]',
  classic: '#payment_method_tabby_installments',
}

/** Goes from the product to a filled-in checkout. */
async function goToCheckout(shop: WooShop, kind: CheckoutKind, { page, email, phone }: Customer): Promise<void> {
  await shop.setOptions({ woocommerce_checkout_page_id: shop.pages[kind] })
  await page.goto(`${shop.address}/product/coffee-grinder/`)
  await page.click('button[name=add-to-cart]')
  await page.waitForURL(/coffee-grinder/)
  await page.goto(`${shop.address}/${kind === 'block' ? 'checkout' : 'classic-checkout'}/`)
  if (kind === 'classic') {
    for (const [field, value] of Object.entries({ ...name, phone, email })) await page.fill(`#billing_${field}`, value)
    return
  }
  await page.fill('#email', email)
  for (const [field, value] of Object.entries({ ...name, state: 'Dubai', phone }))
    await page.fill(`#shipping-${field}`, value)
  // Leaving the field sends the address, for which the shop asks what it may offer.
  const batch = page.waitForResponse(/\/wc\/store\/v1\/batch/)
  await page.locator('#shipping-phone').blur()
  await batch
}

/**
 * Places the order and arrives at the payment page. Returns the order with the payment's id, which the shop may not have
 * yet. Throws with the shop's message if the order is refused.
 */
export async function placeOrder({ shop, merchant }: Place, kind: CheckoutKind, customer: Customer): Promise<Order> {
  const { page } = customer
  await goToCheckout(shop, kind, customer)
  await page
    .locator(method[kind])
    .check({ force: true, timeout: 5_000 })
    .catch(() => undefined)
  await page.locator(place[kind]).click()
  const refused = page.locator('.wc-block-components-notice-banner.is-error, .woocommerce-error').first()
  await page
    .locator('form[action*="phone"] button')
    .or(refused)
    .waitFor()
    .catch(() => undefined)
  if (!page.url().includes('checkout.tabby.ai')) {
    const message = await refused.innerText({ timeout: 1_000 }).catch(() => 'nothing')
    throw new Error(`the ${kind} checkout does not lead to the payment page; it says: ${message.trim()}`)
  }
  const order = await shop.order()
  if (order === null) throw new Error('the shop has no order')
  const session = new URL(page.url()).searchParams.get('sessionId')
  const { body } = succeed(await merchant.shop.call('GET', `/api/v2/checkout/${session}`))
  return { ...order, payment: body.payment.id }
}

/** Pays on the payment page. Returns when the shop's page is there again, or at once with `comesBack` false. */
export async function pay(shop: WooShop, { page }: Customer, comesBack = true): Promise<void> {
  await walkToConfirm(page)
  if (!comesBack) await page.route(`${shop.address}/**`, (route) => route.abort())
  await payButton(page).click()
  if (comesBack) await page.waitForURL(`${shop.address}/**`)
  else await waitForOutcome(page, 'approved')
}

/** Waits until the order is as `isDone` wants it, at most ten seconds. Returns it as it is then. */
export async function waitForOrder(
  shop: WooShop,
  id: number,
  isDone: (order: Order | null) => boolean,
): Promise<Order | null> {
  const end = Date.now() + 10_000
  for (;;) {
    const order = await shop.order(id)
    if (isDone(order) || Date.now() > end) return order
    await wait(200)
  }
}

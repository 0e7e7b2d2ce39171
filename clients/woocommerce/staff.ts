import type { Browser, Page } from 'playwright-core'
import type { ClientMerchant } from '../world.ts'
import { desktopSize } from './customer.ts'
import { owner, type WooShop } from './shop.ts'

/** Signs in the shop's owner. Accepts the confirmations of the browser. */
export async function signIn(browser: Browser, shop: WooShop): Promise<Page> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce', ...desktopSize })
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
  await page.goto(`${shop.address}/wp-login.php`)
  await page.fill('#user_login', owner.user)
  await page.fill('#user_pass', owner.password)
  await page.click('#wp-submit')
  await page.waitForURL(/wp-admin/)
  return page
}

/** Enters the keys in the plug-in's settings, with captures by hand, and turns the method on. */
export async function enterKeys(page: Page, shop: WooShop, { publicKey, secretKey }: ClientMerchant): Promise<void> {
  await page.goto(`${shop.address}/wp-admin/admin.php?page=wc-settings&tab=settings_tab_tabby`)
  await page.fill('#tabby_checkout_public_key', publicKey)
  await page.fill('#tabby_checkout_secret_key', secretKey)
  await page.uncheck('#tabby_checkout_capture')
  await save(page, 'button[name=save]')
  await shop.setOptions({ woocommerce_tabby_installments_settings: { enabled: 'yes' } })
}

/** Gives the order a status, as staff do when goods leave or an order is cancelled. */
export async function setStatus(page: Page, shop: WooShop, id: number, status: string): Promise<void> {
  await openOrder(page, shop, id)
  await page.selectOption('#order_status', `wc-${status}`, { force: true })
  await save(page, 'button.save_order')
}

/** Refunds an amount of the first item with the plug-in's button. Returns what went wrong, or ''. */
export async function refund(page: Page, shop: WooShop, id: number, amount: string, reason: string): Promise<string> {
  await openOrder(page, shop, id)
  await page.click('button.refund-items')
  const button = page.locator('button.do-api-refund')
  if ((await button.count()) === 0) return 'the order offers no refund by the plug-in'
  const total = page.locator('#order_line_items .refund_line_total').first()
  await total.fill(amount)
  await total.blur()
  await page.fill('#refund_reason', reason)
  const isRefund = (postData: string | null): boolean => postData?.includes('woocommerce_refund_line_items') === true
  const answered = page.waitForResponse((answer) => isRefund(answer.request().postData()))
  // The page loads anew after a refund, and shows an alert after a refusal.
  const reloaded = page.waitForEvent('load').then(() => '')
  const alerted = new Promise<string>((resolve) => {
    page.on('dialog', (dialog) => void (dialog.type() === 'alert' && resolve(`the shop says: ${dialog.message()}`)))
  })
  reloaded.catch(() => undefined)
  await button.click()
  const answer = await answered
  return answer.ok() ? Promise.race([alerted, reloaded]) : `the shop's page ended with ${answer.status()}`
}

async function openOrder(page: Page, shop: WooShop, id: number): Promise<void> {
  await page.goto(`${shop.address}/wp-admin/admin.php?page=wc-orders&action=edit&id=${id}`)
}

async function save(page: Page, button: string): Promise<void> {
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.request().isNavigationRequest(),
  )
  await page.click(button)
  await saved
  await page.waitForLoadState()
}

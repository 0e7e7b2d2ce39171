import type { Page } from 'playwright-core'

// The customer's steps on the payment page. `test/pages/customer.ts` has them for tests only: it loads `node:test`.

export const cancelOnPage = (page: Page) => page.locator('form[action*="cancel"] button').click()

/** Waits for the page of an outcome. If it does not come, the error says what the page shows. */
export async function waitForOutcome(page: Page, outcome: string): Promise<void> {
  try {
    await page.locator(`.outcome-${outcome}`).waitFor()
  } catch (cause) {
    const text = await page.innerText('body', { timeout: 2_000 }).catch(String)
    throw new Error(`${page.url()} does not show ${outcome}: ${text}`, { cause })
  }
}

/** Waits for the field and for the page's script: the field accepts typing earlier than the script runs. */
async function type(page: Page, field: string, text: string): Promise<void> {
  await page.locator(field).waitFor()
  await page.waitForLoadState('domcontentloaded')
  await page.locator(field).pressSequentially(text)
}

/** The button that sends the code. */
export const phoneButton = (page: Page) => page.locator('form[action*="phone"] button')

/** Asks for the code, and types it. */
export async function sendCode(page: Page): Promise<void> {
  await phoneButton(page).click()
  await type(page, '#code', '8888')
}

/** Walks from the order to the last button: code and card. */
export async function walkToConsent(page: Page): Promise<void> {
  await sendCode(page)
  await type(page, '#number', '4242424242424242')
  await type(page, '#expiry', '1229')
  await type(page, '#security_code', '123')
  await page.locator('form[action*="card"] button').click()
}

/** The button that agrees and pays. */
export const payButton = (page: Page) => page.locator('form[action*="pay"] button')

/** Walks from the order to the end. */
export async function payOnPage(page: Page): Promise<void> {
  await walkToConsent(page)
  await payButton(page).click()
  await waitForOutcome(page, 'approved')
}

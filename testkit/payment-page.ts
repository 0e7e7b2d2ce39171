import type { Page } from 'playwright-core'

// The customer's steps on the payment page.

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
async function ready(page: Page, selector: string): Promise<void> {
  await page.locator(selector).waitFor()
  await page.waitForLoadState('domcontentloaded')
}

export async function sendPhone(page: Page): Promise<void> {
  await page.locator('form[action*="phone"] button').click()
  await ready(page, '#code')
}

export async function typeCode(page: Page, code = '8888'): Promise<void> {
  await page.locator('#code').pressSequentially(code)
}

export async function giveCard(page: Page, number = '4242424242424242'): Promise<void> {
  await ready(page, '#number')
  await page.locator('#number').pressSequentially(number)
  await page.locator('#expiry').pressSequentially('1229')
  await page.locator('#security_code').pressSequentially('123')
  await page.locator('form[action*="card"] button').click()
}

/** From the order to the last view. */
export async function walkToConfirm(page: Page, number?: string): Promise<void> {
  await sendPhone(page)
  await typeCode(page)
  await giveCard(page, number)
  await payButton(page).waitFor()
}

export function payButton(page: Page) {
  return page.locator('form[action*="pay"] button')
}

export function cancelButton(page: Page) {
  return page.locator('form[action*="cancel"] button')
}

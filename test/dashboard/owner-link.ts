import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'

/** Makes a link for an order by phone, which a customer opens, and cancels it. */
export async function makeALink(page: Page, context: BrowserContext): Promise<void> {
  const main = page.locator('main')
  await page.locator('.side-wide a[href$="/links"]').click()
  await page.locator('a[href$="/links/new"]').click()
  await page.locator('[name=amount]').fill('200')
  await page.locator('[name=phone]').fill('0500000077')
  await page.locator('[name=life][value=week]').check()
  await main.locator('button.primary').click()
  await page.locator('.note-good', { hasText: 'The link is made' }).waitFor()
  const customer = await context.newPage()
  await customer.goto(await page.locator('#address').inputValue())
  await customer.locator('form[action*="phone"]').waitFor()
  await page.reload()
  assert.match(await main.innerText(), /in 7 days[\s\S]*Opened\s+1 ×/)
  await page.locator('form[action$="/cancel"] button').click()
  await page.locator('.ask button').click()
  await page.locator('.note-good').waitFor()
  await customer.reload()
  await customer.getByText('This link was cancelled').waitFor()
  await customer.close()
}

import assert from 'node:assert/strict'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { typeCode } from '../../testkit/payment-page.ts'
import { planOf } from '../support/plans.ts'
import { buy } from './account-forms.ts'
import { newPhone, phoneSize, type Street } from './customer.ts'

/** A browser at the account, with its requests to other hosts and its console errors. */
export async function visitAccount(street: Street, options: BrowserContextOptions, address: string) {
  const context = await street.browser.newContext({ reducedMotion: 'reduce', ...options })
  const troubles: string[] = []
  const own = Object.values(street.service.urls)
  context.on('request', (request) => {
    if (!own.includes(new URL(request.url()).origin)) troubles.push(request.url())
  })
  context.on('weberror', (failure) => troubles.push(String(failure.error())))
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) troubles.push(message.text())
  })
  const page = await context.newPage()
  await page.goto(street.service.urls.uae + address)
  return { page, context, troubles }
}

export async function signIn(page: Page, phone: string): Promise<void> {
  await page.locator('#phone').fill(phone)
  await page.locator('form[action*="/phone"] button').click()
  await page.locator('#code').waitFor()
  await typeCode(page)
  await page.locator('.person').waitFor()
}

/** A customer with one purchase, at its page. */
export async function atPurchase(
  street: Street,
  card = '4242424242424242',
  options: BrowserContextOptions = phoneSize,
) {
  const phone = newPhone()
  const id = await buy(street.shop, phone, { card })
  const visited = await visitAccount(street, options, `/account?mode=test&purchase=${id}&lang=en`)
  await signIn(visited.page, phone)
  return { ...visited, phone, id }
}

export const choose = (page: Page, what: string): Promise<void> => page.locator(`a[href*="what=${what}"]`).click()

export const waitForNote = (page: Page, text: string): Promise<void> =>
  page.locator('.note', { hasText: text }).waitFor()

export const paidOf = async ({ shop }: Street, id: string): Promise<string> => (await planOf(shop, id)).paid

/** Advances the merchant's clock and processes all that is due. */
export async function passTime({ shop }: Street, length: string): Promise<void> {
  const { status, text } = await shop.call('POST', '/sandbox/clock', { advance: length })
  assert.equal(status, 200, text)
}

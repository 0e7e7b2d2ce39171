import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { succeed } from '../../testkit/client.ts'
import type { Shop } from '../../testkit/shop.ts'

const go = (page: Page, section: string): Promise<void> =>
  page.locator(`.side-wide a[href="/dashboard/live${section}"]`).click()

/**
 * One step of the owner's day, after the refund of a belt: reads the next payout on the first page, and opens the
 * statement of March, in which the shop sold an order of AED 200.00.
 */
export async function seeWhatIsPaid(page: Page, shop: Shop): Promise<void> {
  await go(page, '')
  const panel = page.locator('main section').first()
  assert.match(await panel.innerText(), /^Next payout/)
  // All earlier sales were paid at 10:00, and today only the belt was refunded.
  assert.match(await panel.innerText(), /-AED\s60\.00 is carried on/)
  const { payouts } = succeed(await shop.call('GET', '/api/v1/payouts')).body
  const paid = payouts.reduce((sum: number, { amount }: { amount: string }) => sum + Number(amount), 0)
  assert.equal(paid, 800)
  await go(page, '/settlements')
  await page.locator('a', { hasText: 'Statement of a month' }).click()
  await page.locator('#filter-month').selectOption({ label: 'March 2026' })
  await page.locator('.filters button').click()
  assert.match(await page.locator('h1').innerText(), /Statement of March 2026/)
  assert.match(await page.locator('.month-days tfoot').innerText(), /200\.00/)
  assert.match(await page.locator('main').innerText(), /AE-AED-2026-03/)
}

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** Presses Tab until a matching element has the focus; throws after sixty steps. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  const target = page.locator(selector).first()
  await target.waitFor()
  const isThere = (): Promise<boolean> => target.evaluate((it) => it === it.ownerDocument.activeElement)
  for (let tabs = 0; tabs < 60 && !(await isThere()); tabs += 1) await page.keyboard.press('Tab')
  assert.equal(await isThere(), true, `no way to ${selector} with the keyboard`)
}

/** Moves the focus to the first matching element and presses Enter. */
export async function press(page: Page, selector: string): Promise<void> {
  await tabTo(page, selector)
  await page.keyboard.press('Enter')
}

/** Moves the focus to the first matching field and types. */
export async function type(page: Page, selector: string, text: string): Promise<void> {
  await tabTo(page, selector)
  await page.keyboard.type(text)
}

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** Goes with the Tab key to the first element that fits, from wherever the focus is; fails where sixty steps do not get there. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  const target = page.locator(selector).first()
  await target.waitFor()
  const isThere = (): Promise<boolean> => target.evaluate((it) => it === it.ownerDocument.activeElement)
  for (let tabs = 0; tabs < 60 && !(await isThere()); tabs += 1) await page.keyboard.press('Tab')
  assert.equal(await isThere(), true, `no way to ${selector} with the keyboard`)
}

/** Goes to the first element that fits and presses Enter there. */
export async function press(page: Page, selector: string): Promise<void> {
  await tabTo(page, selector)
  await page.keyboard.press('Enter')
}

/** Goes to the first field that fits and types. */
export async function type(page: Page, selector: string, text: string): Promise<void> {
  await tabTo(page, selector)
  await page.keyboard.type(text)
}

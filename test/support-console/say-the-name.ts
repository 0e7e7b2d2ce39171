import type { Page } from 'playwright-core'

/** Saves the agent's name. The queue and the log show it beside the e-mail. */
export async function sayTheName(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  await page.goto(`${origin}/support/me`)
  await page.locator('#name').fill('Sara Haddad')
  await page.locator('#name-panel button').click()
  await page.locator('.note-good', { hasText: 'name is saved' }).waitFor()
  await page.goto(`${origin}/support`)
}

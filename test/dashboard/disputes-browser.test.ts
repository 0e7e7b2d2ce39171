import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { password } from '../../testkit/back-office-visitor.ts'
import { smallPng } from '../../testkit/uploads.ts'
import { openBrowser } from '../pages/browser.ts'
import { press, tabTo, type } from '../pages/keyboard.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let browser: Browser
let shop: DisputeShop
before(async () => {
  ;[service, browser] = await Promise.all([startTestService(), openBrowser()])
  shop = await openDisputeShop(service)
})
after(async () => {
  await browser.close()
  await service.close()
})

const picture = { name: 'door.png', mimeType: 'image/png', buffer: smallPng }

/** A browser at a page of the dashboard, signed in by keyboard. */
async function visit(
  path: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  const page = await context.newPage()
  // Playwright enables the file chooser by a message. Registering a listener early avoids a race with the first click.
  page.on('filechooser', () => {})
  await page.goto(`${service.urls.uae}${path}`)
  await type(page, '[name=email]', `admin@${shop.merchantId.slice(-12)}.test`)
  await type(page, '[name=password]', password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${path}`)
  return { page, context }
}

/** Chooses files by keyboard. */
async function chooseFiles(
  page: Page,
  files: readonly { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  await tabTo(page, '#attachment')
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
  await chooser.setFiles([...files])
}

test('a dispute is found and answered with a file, by keyboard alone', async () => {
  const dispute = await shop.openDispute({ comment: 'It never came' })
  const { page, context } = await visit('/dashboard/live/disputes')
  await press(page, `a.row-link[href$="${dispute.id}"]`)
  await press(page, 'a[href$="/evidence"]')
  await type(page, '#text', 'It stood at the door at noon.')
  await chooseFiles(page, [picture])
  await press(page, 'main button.primary')
  await page.locator('.ask-sentence').waitFor()
  // The sentence may be drawn before the picture.
  await page.locator('.ask img').waitFor()
  assert.equal((await shop.dispute(dispute.id)).history.length, 1)
  await press(page, 'main button.primary')
  await page.locator('.note-good').waitFor()
  const shown = page.locator('.story img')
  // It is loaded when it comes into view.
  await shown.scrollIntoViewIfNeeded()
  type Picture = { decode(): Promise<void>; naturalWidth: number }
  const width = await shown.evaluate(async (image) => {
    const shownPicture = image as unknown as Picture
    await shownPicture.decode()
    return shownPicture.naturalWidth
  })
  assert.equal(width, 1)
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, '.story a.file')])
  assert.match(download.suggestedFilename(), /^attachment-.*\.png$/)
  const { history } = await shop.dispute(dispute.id)
  assert.equal(history.at(-1).attachments.length, 1)
  await context.close()
})

test('errors of a file are shown at its field, with script or without', async () => {
  const dispute = await shop.openDispute()
  for (const javaScriptEnabled of [true, false]) {
    const { page, context } = await visit(`/dashboard/live/disputes/${dispute.id}/evidence`, { javaScriptEnabled })
    await chooseFiles(page, [picture, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }])
    await press(page, 'main button.primary')
    await page.locator('#attachment-error', { hasText: 'notes.txt' }).waitFor()
    await page.locator('[name=attachment_ids]').waitFor({ state: 'attached' })
    await page.locator('#attachment:focus').waitFor()
    await type(page, '#text', 'Here it is')
    await press(page, 'main button.primary')
    await page.locator('.ask-sentence').waitFor()
    await page.locator('.ask .file').waitFor()
    await context.close()
  }
})

test('several disputes are ticked and approved by keyboard, without script', async () => {
  const disputes = [await shop.openDispute(), await shop.openDispute()]
  const { page, context } = await visit('/dashboard/live/disputes', { javaScriptEnabled: false })
  for (const { id } of disputes) {
    await tabTo(page, `input[value^="${id}"]`)
    await page.keyboard.press('Space')
  }
  await press(page, 'main form[action*="approve"] button')
  await page.locator('.ask-sentence', { hasText: 'Approve 2 disputes' }).waitFor()
  await press(page, 'main button.primary')
  await page.locator('.note-good').waitFor()
  for (const { id } of disputes) assert.equal((await shop.dispute(id)).status, 'refunded')
  await context.close()
})

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with one press' : 'one by one without script'
  test(`all disputes of a page are ticked ${how}, and approved together`, async () => {
    const ids = [(await shop.openDispute()).id, (await shop.openDispute()).id, (await shop.openDispute()).id]
    const { page, context } = await visit('/dashboard/live/disputes?status=new', { javaScriptEnabled })
    const whole = page.getByLabel('Tick all on this page')
    assert.equal(await whole.isVisible(), javaScriptEnabled)
    const boxes = page.locator('input[name=dispute]')
    const count = await boxes.count()
    if (javaScriptEnabled) {
      await boxes.first().check()
      assert.equal(await whole.evaluate((box) => (box as unknown as { indeterminate: boolean }).indeterminate), true)
      await whole.check()
      await whole.uncheck()
      assert.equal(await page.locator('input[name=dispute]:checked').count(), 0)
      await whole.check()
    } else for (const box of await boxes.all()) await box.check()
    assert.equal(await page.locator('input[name=dispute]:checked').count(), count)
    await page.locator('main form[action*="approve"] button').click()
    await page.locator('.ask-sentence', { hasText: `Approve ${count} disputes` }).waitFor()
    await page.locator('main button.primary').click()
    await page.locator('.note-good').waitFor()
    for (const id of ids) assert.equal((await shop.dispute(id)).status, 'refunded')
    await context.close()
  })

  test(`another amount has its field only with its reason, ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
    const dispute = await shop.openDispute()
    const { page, context } = await visit(`/dashboard/live/disputes/${dispute.id}/challenge`, { javaScriptEnabled })
    const amount = page.locator('#amount')
    assert.equal(await amount.isVisible(), false)
    await page.getByRole('radio', { name: 'The amount should be another' }).check()
    await amount.fill('340')
    await page.locator('main button.primary').click()
    await page.locator('#amount-error', { hasText: 'below' }).waitFor()
    await amount.fill('40')
    await page.getByRole('radio', { name: 'The order is on its way' }).check()
    assert.equal(await amount.isVisible(), false)
    await page.locator('main button.primary').click()
    // The amount belongs to another reason, and is ignored.
    const sentence = await page.locator('.ask-sentence').innerText()
    assert.doesNotMatch(sentence, /40/)
    await page.locator('main button.primary').click()
    await page.locator('.note-good').waitFor()
    const { status, amount: disputed } = await shop.dispute(dispute.id)
    assert.deepEqual([status, disputed], ['in_progress', '340.00'])
    await context.close()
  })
}

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeFindings } from '../pages/view-checks.ts'
import { call, drawnText, load, openShopPages, plainText, type ShopPages, usual } from './shop-pages.ts'

// docs/contract/messaging.md#what-a-shops-page-needs

let shop: ShopPages
before(async () => {
  shop = await openShopPages()
})
after(() => shop.close())

const dialogueText = async (page: Page): Promise<string> => {
  await page.locator('dialog').waitFor()
  return plainText(await page.locator('dialog').innerText())
}

/** The innermost element with the focus, as its class or id. */
const focused = `(() => { let e = document.activeElement; while (e.shadowRoot?.activeElement) e = e.shadowRoot.activeElement; return e.className || e.id || e.tagName })()`

const promo = (options: object = {}): string =>
  `<button id="before">x</button><div id="a"></div><button id="after">y</button>${load(shop.origin, 'qist-promo')}${call('QistPromo', { ...usual, ...options })}`

test('learn more: names each part with its date, and says that they cost nothing', async () => {
  const { page } = await shop.open(promo({ price: '340.01' }))
  await drawnText(page)
  await page.locator('#a .more').click()
  const text = (await dialogueText(page)).replaceAll(/Payment \d of 4: /g, '')
  const parts = 'Today AED 85.00 1 April 2026 AED 85.00 1 May 2026 AED 85.00 1 June 2026 AED 85.01'
  assert.ok(text.includes(`Pay in 4 AED 340.01 in all. No interest, no fees. ${parts} How it works`), text)
  await page.context().close()
})

test('learn more: without a plan it names no part and no date, and the limit', async () => {
  const { page } = await shop.open(promo({ price: '60000' }))
  await drawnText(page)
  await page.locator('#a .more').click()
  const text = await dialogueText(page)
  assert.match(text, /Pay in parts Pay in monthly payments on orders up to AED 50,000\.00\. How it works/)
  assert.doesNotMatch(text, /No interest|Today|dates are/)
  await page.context().close()
})

test('keyboard: opens by Enter, keeps the focus, closes by Escape, and the focus returns', async () => {
  const { page, complaints } = await shop.open(promo())
  await drawnText(page)
  await page.evaluate("addEventListener('keydown', ({ key }) => { if (key === 'Escape') window.escaped = true })")
  await page.locator('#before').focus()
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate(focused), 'more')
  await page.keyboard.press('Enter')
  await page.locator('dialog').waitFor()
  assert.equal(await page.evaluate(focused), 'close')
  for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Tab']) {
    await page.keyboard.press(key)
    assert.equal(await page.evaluate(focused), 'close', key)
  }
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(focused), 'more')
  assert.equal(await page.evaluate('window.escaped'), undefined, "the shop's own keys do not act")
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate(focused), 'after')
  assert.deepEqual(complaints, [])
  await page.context().close()
})

test('dialogue: closes by its button and by a press beside it, and stays when pressed itself', async () => {
  const { page } = await shop.open(promo())
  await drawnText(page)
  const open = async () => {
    await page.locator('#a .more').click()
    await page.locator('dialog').waitFor()
  }
  await open()
  await page.locator('dialog h2').click()
  await page.locator('dialog .close').click()
  assert.equal(await page.locator('dialog').count(), 0)
  await open()
  await page.mouse.click(5, 5)
  await page.locator('dialog').waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(focused), 'more')
  await page.context().close()
})

test('dialogue: has a name and a language, and axe finds nothing, in each language, light and dark', async () => {
  for (const lang of ['en', 'ar']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const style = '<style>body { background: Canvas; color: CanvasText }</style>'
      const head = `<meta name="color-scheme" content="light dark">${style}`
      const content = `<main><h1>Shop</h1>${promo({ lang, shouldInheritBg: true })}</main>`
      const { page } = await shop.open(content, { head, lang, colorScheme })
      await drawnText(page)
      await page.locator('#a .more').click()
      const dialog = page.locator('dialog')
      await dialog.waitFor()
      const name = await page.evaluate(
        "[...document.body.children].map((e) => e.shadowRoot?.querySelector('dialog')).find(Boolean).matches(':modal')",
      )
      assert.equal(name, true)
      const title = lang === 'en' ? 'Pay in 4' : 'قسّم الدفع على 4 دفعات'
      assert.equal(plainText(await page.getByRole('dialog').locator('#title').innerText()), title)
      assert.equal(await dialog.getAttribute('aria-labelledby'), 'title')
      assert.deepEqual(
        [await dialog.getAttribute('lang'), await dialog.getAttribute('dir')],
        [lang, lang === 'ar' ? 'rtl' : 'ltr'],
      )
      assert.deepEqual(await axeFindings(page, lang, 'light'), [])
      assert.equal(await page.locator(`dialog.${colorScheme}`).count(), 1)
      await page.context().close()
    }
  }
})

test('redrawing a snippet does not close its dialogue, and the focus returns to the new one', async () => {
  const { page } = await shop.open(promo())
  await drawnText(page)
  await page.locator('#a .more').click()
  await page.locator('dialog').waitFor()
  await page.evaluate(`new QistPromo(${JSON.stringify({ ...usual, price: 100 })}); void 0`)
  await page.locator('#a .box', { hasText: '25.00' }).waitFor()
  assert.equal(await page.evaluate(focused), 'close')
  await page.keyboard.press('Escape')
  assert.equal(await page.evaluate(focused), 'more')
  await page.context().close()
})

test('elements: data-tabby-info and data-qist-info open "Learn more" without a constructor', async () => {
  const key = `data-tabby-public-key="${usual.publicKey}" data-tabby-merchant-code="demo_ae"`
  const figures = 'data-tabby-price="200" data-tabby-currency="AED"'
  const content = `<button id="plain" data-tabby-info="installments" data-tabby-language="ar">?</button>
    <span id="own" data-qist-info data-qist-price="100" data-qist-currency="AED" data-qist-public-key="${usual.publicKey}"><b>i</b></span>
    <img id="picture" alt="?" width="20" height="20" data-tabby-info="installments" ${figures} ${key}>`
  const loads = ['tabby-promo', 'tabby-card', 'qist-promo'].map((script) => load(shop.origin, script)).join('')
  const { page, complaints } = await shop.open(content + loads)
  const shownBy = async (act: Promise<void>) => {
    await act
    const text = await dialogueText(page)
    assert.equal(await page.locator('dialog').count(), 1)
    await page.keyboard.press('Escape')
    return [text, String(await page.evaluate(focused))] as const
  }
  const [plain, first] = await shownBy(page.locator('#plain').click())
  assert.match(plain, /الدفع على دفعات/)
  assert.equal(first, 'plain')
  const [own] = await shownBy(page.locator('#own b').click())
  assert.match(own, /AED 100\.00 in all/)
  await page.locator('#picture').focus()
  const [picture, third] = await shownBy(page.keyboard.press('Enter'))
  assert.match(picture, /AED 200\.00 in all/)
  assert.equal(third, 'picture')
  assert.deepEqual(complaints, [])
  await page.context().close()
})

test('elements: one that comes later works, and uses the key of the last constructor', async () => {
  const { page } = await shop.open(
    load(shop.origin, 'tabby-promo') + call('TabbyPromo', { ...usual, selector: undefined }),
  )
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend',
    '<label><input type=radio> <button id=late data-tabby-info=installments data-tabby-price="1,000.00">i</button></label>')`)
  await page.locator('#late').click()
  assert.match(await dialogueText(page), /AED 1,000\.00 in all.*AED 250\.00/)
  await page.context().close()
})

test('elements: a slow answer does not keep "Learn more" closed', async () => {
  const info = '<button id="slow" data-qist-info data-qist-price="100" data-qist-currency="AED">i</button>'
  const { page } = await shop.open(
    info + load(shop.origin, 'qist-promo') + call('QistPromo', { ...usual, selector: '' }),
  )
  await page.route('**/api/v1/snippet*', () => {})
  await page.locator('#slow').click()
  assert.match(await dialogueText(page), /Pay in parts/)
  await page.context().close()
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { demoKey } from '../../testkit/shop.ts'
import { openBrowser } from '../pages/browser.ts'
import { addAxe, axeFindings } from '../pages/view-checks.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openShopPages, type ShopPages } from './shop-page.ts'

// Snippets on shops' pages in a browser (docs/contract/messaging.md).

let [service, browser, shop]: [TestService, Browser, ShopPages] = [] as never
before(async () => {
  ;[service, browser, shop] = await Promise.all([startTestService(), openBrowser(), openShopPages()])
})
after(async () => {
  await browser.close()
  shop.close()
  await service.close()
})

const publicKey = demoKey(1).replace('sk_', 'pk_')
const usual = { selector: '#promo', currency: 'AED', price: '340.00', lang: 'en', publicKey, merchantCode: 'demo_ae' }
const holder = '<div id="promo"></div>'

interface Opened {
  readonly page: Page
  readonly requests: string[]
  readonly errors: string[]
}

/** Opens a shop's page with these scripts, and runs the code in it. */
async function open(
  body: string,
  code: string,
  {
    scripts = ['tabby-promo.js'],
    policy,
    ...options
  }: { scripts?: string[]; policy?: string } & BrowserContextOptions = {},
): Promise<Opened> {
  const tags = scripts.map((name) => `<script src="${service.urls.uae}/${name}"></script>`).join('')
  shop.show(body + tags, policy)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options })
  await addAxe(context)
  const [requests, errors]: [string[], string[]] = [[], []]
  context.on('request', (request) => requests.push(request.url()))
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) errors.push(message.text())
  })
  const page = await context.newPage()
  await page.goto(shop.url)
  await page.evaluate(code)
  return { page, requests, errors }
}

const make = (options: object, name = 'TabbyPromo'): string => `void new ${name}(${JSON.stringify(options)})`
const snippetText = (page: Page, at = '#promo'): Promise<string> => page.locator(`${at} .snippet`).innerText()

test('a promo says the number of parts, their amount and that it is free, and opens a dialogue', async () => {
  const { page, requests, errors } = await open(holder, make(usual))
  assert.match(await snippetText(page), /^4 payments of AED\s85\.00\. No interest, no fees\. Learn more$/)
  assert.equal(
    await page.evaluate(
      () =>
        (
          globalThis as never as { document: { querySelector(s: string): { shadowRoot: object } } }
        ).document.querySelector('#promo').shadowRoot !== null,
    ),
    true,
  )
  await page.getByRole('button', { name: 'Learn more' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Pay in parts' })
  await dialog.waitFor()
  assert.deepEqual(await dialog.locator('.parts li').count(), 4)
  assert.match(await dialog.innerText(), /Today\s+AED\s85\.00/)
  assert.deepEqual(await axeFindings(page, 'dialogue', 'light'), [])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual(await axeFindings(page, 'snippet', 'light'), [])
  for (const url of requests) assert.ok(url.startsWith(service.urls.uae) || url.startsWith(shop.url), url)
  assert.deepEqual(errors, [])
  await page.context().close()
})

test('Arabic: right to left, with the same figures; a card lists the parts', async () => {
  const { page } = await open(holder, make({ ...usual, lang: 'ar_SA' }, 'TabbyCard'), { scripts: ['tabby-card.js'] })
  assert.match(await snippetText(page), /4 دفعات بقيمة .*85\.00/)
  assert.equal(await page.locator('#promo section').getAttribute('dir'), 'rtl')
  assert.equal(await page.locator('#promo .parts li').count(), 4)
  assert.deepEqual(await axeFindings(page, 'card', 'light'), [])
  await page.context().close()
})

test('parts that differ are named from the smallest on; prices outside of the limits are told with the limit', async () => {
  const { page } = await open(
    ['a', 'b', 'c', 'd'].map((id) => `<div id="${id}"></div>`).join(''),
    [
      make({ ...usual, selector: '#a', price: '340.01' }),
      make({ ...usual, selector: '#b', price: '0.50' }),
      make({ ...usual, selector: '#c', price: '60,000.00' }),
      make({ ...usual, selector: '#d', price: undefined }),
    ].join(';'),
  )
  assert.match(await snippetText(page, '#a'), /^4 payments from AED\s85\.00\./)
  assert.match(await snippetText(page, '#b'), /^Pay in parts from AED\s1\.00\./)
  assert.match(await snippetText(page, '#c'), /^Pay in parts up to AED\s50,000\.00\./)
  assert.match(await snippetText(page, '#d'), /^Pay in parts\. Learn more$/)
  await page.context().close()
})

test('whatever is passed, nothing is thrown', async () => {
  const odd = [
    'undefined',
    'null',
    '7',
    '"x"',
    '[]',
    '{}',
    '{selector: 7}',
    '{selector: "["}',
    '{selector: "#nothing"}',
    '{get selector() { throw new Error("x") }}',
    '{get price() { throw new Error("x") }, selector: "#promo"}',
    '{selector: "#promo", price: {}, currency: [], lang: 5, publicKey: null, merchantCode: false, theme: {}, email: 1}',
    '{selector: "#promo", price: "1e5", currency: "XYZ", publicKey: "pk_test_x", lang: "FR"}',
    '{selector: "input", price: 340, currency: "aed"}',
  ]
  const { page, errors } = await open(
    `${holder}<input aria-label="x">`,
    odd.map((given) => `new TabbyPromo(${given})`).join(';'),
  )
  assert.match(await snippetText(page), /^Pay in parts\./)
  assert.deepEqual(errors, [])
  await page.context().close()
})

test('the last of several calls is drawn once, also while answers overtake each other', async () => {
  const { page } = await open(holder, '')
  let first = true
  await page.route('**/api/v1/snippet**', async (route) => {
    const isFirst = first
    first = false
    if (isFirst) await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await page.evaluate(['100.00', '200.00', '400.00'].map((price) => make({ ...usual, price })).join(';'))
  await page.locator('#promo bdi', { hasText: '100.00' }).waitFor()
  await page.waitForLoadState('networkidle')
  assert.match(await snippetText(page), /^4 payments of AED\s100\.00\./)
  assert.equal(await page.locator('#promo .snippet').count(), 1)
  await page.context().close()
})

test('both scripts, twice, and an AMD loader beside them do no harm', async () => {
  const scripts = ['tabby-promo.js', 'tabby-card.js', 'tabby-promo.js', 'qist-promo.js', 'qist-card.js']
  const amd = '<script>window.define = function () { throw new Error("defined") }; window.define.amd = {}</script>'
  const body = `${amd}${holder}<div id="card"></div><span data-tabby-info data-tabby-price="340.00" data-tabby-currency="AED" data-tabby-language="ar">more</span>`
  const { page, errors } = await open(body, `${make(usual)};${make({ ...usual, selector: '#card' }, 'QistCard')}`, {
    scripts,
  })
  await page.locator('#card .parts').waitFor()
  await page.getByText('more', { exact: true }).click()
  await page.getByRole('dialog', { name: 'ادفع على دفعات' }).waitFor()
  assert.equal(await page.getByRole('dialog').count(), 1)
  assert.deepEqual(errors, [])
  await page.context().close()
})

test('elements with data-tabby-info open the dialogue without a constructor, by mouse and by keyboard', async () => {
  const { page } = await open(
    '<span data-tabby-info data-tabby-price="340.00" data-tabby-currency="AED">more</span>',
    '',
  )
  await page.getByRole('button', { name: 'more' }).press('Enter')
  await page.getByRole('dialog', { name: 'Pay in parts' }).waitFor()
  await page.context().close()
})

test('a page with a strict Content-Security-Policy needs the origin of the script only', async () => {
  const { uae } = service.urls
  const policy = ['script', 'style', 'connect', 'img', 'font', 'frame'].map((kind) => `${kind}-src ${uae}`).join('; ')
  // Playwright's own code needs no permission of the page.
  const { page, errors } = await open(holder, make(usual), { policy: `default-src 'none'; ${policy}` })
  assert.match(await snippetText(page), /^4 payments/)
  assert.equal(
    await page
      .locator('#promo .snippet')
      .evaluate(
        (one) =>
          (globalThis as never as { getComputedStyle(e: unknown): { borderRadius: string } }).getComputedStyle(one)
            .borderRadius,
      ),
    '10px',
  )
  await page.getByRole('button', { name: 'Learn more' }).click()
  await page.getByRole('dialog').waitFor()
  assert.deepEqual(errors, [])
  await page.context().close()
})

test('at 320 points nothing is cut, and a dark page gives its colours to the snippet', async () => {
  const { page } = await open(
    `<div id="dark" style="background:#111;color:#eee">${holder}</div>`,
    make({ ...usual, shouldInheritBg: true, price: '49999.99' }, 'TabbyCard'),
    { scripts: ['tabby-card.js'], viewport: { width: 320, height: 640 } },
  )
  await page.locator('#promo .parts').waitFor()
  const [scroll, width] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as [
    number,
    number,
  ]
  assert.ok(scroll <= width, `${scroll} ${width}`)
  const colour = await page
    .locator('#promo .snippet p')
    .evaluate(
      (one) => (globalThis as never as { getComputedStyle(e: unknown): { color: string } }).getComputedStyle(one).color,
    )
  assert.equal(colour, 'rgb(238, 238, 238)')
  await page.getByRole('button', { name: 'Learn more' }).click()
  await page.getByRole('dialog').waitFor()
  const dialog = (await page.evaluate('document.documentElement.scrollWidth')) as number
  assert.ok(dialog <= 320, `${dialog}`)
  assert.deepEqual(await axeFindings(page, 'dark', 'light'), [])
  await page.context().close()
})

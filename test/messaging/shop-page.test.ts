import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { writeShopScript } from '../../src/pages/messaging/scripts.ts'
import { axeFindings } from '../pages/view-checks.ts'
import { call, drawnText, load, openShopPages, type ShopPages, usual } from './shop-pages.ts'

// docs/contract/messaging.md#what-a-shops-page-needs

let shop: ShopPages
before(async () => {
  shop = await openShopPages()
})
after(() => shop.close())

const scripts = ['qist-promo', 'qist-card', 'tabby-promo', 'tabby-card'] as const
const names = {
  'qist-promo': 'QistPromo',
  'qist-card': 'QistCard',
  'tabby-promo': 'TabbyPromo',
  'tabby-card': 'TabbyCard',
}

test('policy: a page that allows the origin of the script alone shows snippet and dialogue', async () => {
  const { origin } = shop
  // The call of the shop itself is in a script with a nonce.
  const csp = [
    "default-src 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    ...[`script-src ${origin} 'nonce-own'`, `connect-src ${origin}`, `style-src ${origin}`],
  ].join('; ')
  for (const script of scripts) {
    const own = call(names[script], usual).replace('<script>', '<script nonce="own">')
    const { page, complaints } = await shop.open(`<div id="a"></div>${load(origin, script)}${own}`, { csp })
    assert.match(await drawnText(page), /85\.00/)
    const radius = `getComputedStyle(document.querySelector('#a').shadowRoot.querySelector('.box')).borderTopLeftRadius`
    assert.equal(await page.evaluate(radius), '12px', 'the style applies')
    await page.locator('#a .more').click()
    await page.locator('dialog').waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  }
})

test('loaders: an AMD loader hears nothing, and all scripts may be loaded twice', async () => {
  const amd = '<script>window.calls = []; window.define = (...given) => calls.push(given); define.amd = {}</script>'
  const loads = [...scripts, ...scripts].map((script) => load(shop.origin, script)).join('')
  const hosts = scripts.map((script) => `<div id="${script}"></div>`).join('')
  const calls = scripts.map((script) => call(names[script], { ...usual, selector: `#${script}` })).join('')
  const again = call('QistPromo', { ...usual, selector: '#tabby-promo', price: 100 }) + load(shop.origin, 'qist-promo')
  const { page, complaints } = await shop.open(amd + hosts + loads + calls + again)
  for (const script of scripts) await drawnText(page, `#${script}`)
  assert.match(await drawnText(page, '#tabby-promo'), /25\.00/)
  assert.deepEqual([await page.evaluate('calls.length'), complaints], [0, []])
  await page.locator('#tabby-promo .more').click()
  await page.locator('dialog').waitFor()
  assert.equal(await page.locator('dialog').count(), 1)
  await page.context().close()
})

test('loaders: import() and a script that is added later work, too', async () => {
  const { page, requests, complaints } = await shop.open('<div id="a"></div>')
  await page.evaluate(`import('${shop.origin}/qist-promo.js').then(() => new QistPromo(${JSON.stringify(usual)}))`)
  assert.match(await drawnText(page), /85\.00/)
  await page.evaluate(
    `new Promise((resolve) => document.body.append(Object.assign(document.createElement('script'), { src: '${shop.origin}/qist-card.js?v=1', onload: resolve })))`,
  )
  await page.evaluate(`new QistCard(${JSON.stringify(usual)}); void 0`)
  await page.locator('#a .card').waitFor()
  assert.ok(requests.every((address) => address.startsWith(shop.origin)))
  assert.deepEqual(complaints, [])
  await page.context().close()
})

test('loaders: a script asks the origin that it came from, not the address that the service has for itself', async () => {
  const body = writeShopScript({ path: '', name: 'QistPromo', kind: 'promo' }, 'https://elsewhere.example')
  for (const isModule of [true, false]) {
    const { page, requests } = await shop.open('<div id="a"></div>')
    const url = `${shop.origin}/behind/qist-promo.js`
    const headers = { 'access-control-allow-origin': '*' }
    await page.route(url, (route) => route.fulfill({ body, headers, contentType: 'text/javascript' }))
    await (isModule ? page.evaluate(`import('${url}')`) : page.addScriptTag({ url }))
    await page.evaluate(`new QistPromo(${JSON.stringify(usual)}); void 0`)
    assert.match(await drawnText(page), /85\.00/)
    assert.deepEqual([...new Set(requests.map((address) => new URL(address).origin))], [shop.origin])
    await page.context().close()
  }
})

test('globals: a script adds one name to the page', async () => {
  const { page } = await shop.open('<script>window.before = new Set(Object.keys(window))</script>')
  for (const script of scripts) await page.addScriptTag({ url: `${shop.origin}/${script}.js` })
  const added = await page.evaluate("Object.keys(window).filter((name) => !before.has(name) && name !== 'before')")
  assert.deepEqual(added, ['QistPromo', 'QistCard', 'TabbyPromo', 'TabbyCard'])
  await page.context().close()
})

test('style: nothing of the page but the two variables changes a snippet', async () => {
  const style = `<style>* { --ink: red; --paper: red; font-size: 40px !important; color: red; letter-spacing: 9px; text-transform: uppercase }
    p { display: none } button { background: lime } #a { --snippetTextColor: rgb(1, 2, 3); --snippetLinkTextColor: rgb(4, 5, 6) }</style>`
  const content = `${style}<div id="a"></div>${load(shop.origin, 'qist-promo')}${call('QistPromo', usual)}`
  const { page } = await shop.open(content)
  await drawnText(page)
  const styleOf = (selector: string, property: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('#a').shadowRoot.querySelector('${selector}')).${property}`)
  assert.deepEqual(
    [await styleOf('.box', 'fontSize'), await styleOf('.box', 'letterSpacing'), await styleOf('.box', 'textTransform')],
    ['14px', 'normal', 'none'],
  )
  assert.deepEqual([await styleOf('.box', 'color'), await styleOf('.more', 'color')], ['rgb(1, 2, 3)', 'rgb(4, 5, 6)'])
  await page.context().close()
})

const observe = `<script>window.moved = 0
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) moved += value }).observe({ type: 'layout-shift', buffered: true })</script>`

test('layout: nothing moves while figures come, after they are drawn, and when the price changes', async () => {
  for (const [name, script] of [
    ['QistPromo', 'qist-promo'],
    ['QistCard', 'qist-card'],
  ] as const) {
    for (const lang of ['en', 'ar']) {
      const content = `<div id="a"></div>${load(shop.origin, script)}${call(name, { ...usual, lang })}<p>below</p>`
      const { page } = await shop.open(content, { head: observe, lang, viewport: { width: 390, height: 800 } })
      await page.route('**/api/v1/snippet*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 200))
        await route.continue()
      })
      await drawnText(page)
      await page.evaluate(`new ${name}(${JSON.stringify({ ...usual, lang, price: 500 })}); void 0`)
      await page.locator('#a .box', { hasText: '125.00' }).waitFor()
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))')
      assert.equal(await page.evaluate('moved'), 0, `${name} ${lang}`)
      await page.context().close()
    }
  }
})

const wide = { price: '48345.67', currency: 'AED' }

test('width: no snippet and no dialogue is wider than 320 points, also with large amounts', async () => {
  for (const lang of ['en', 'ar']) {
    for (const figures of [{}, wide, { price: '0.5' }, { price: '' }]) {
      const options = [{}, { size: 'narrow' }, { header: false }].map((more) => ({
        ...usual,
        lang,
        ...figures,
        ...more,
      }))
      const hosts = ['p', 'c0', 'c1', 'c2'].map((id) => `<div id="${id}"></div>`).join('')
      const cards = options.map((one, index) => call('QistCard', { ...one, selector: `#c${index}` })).join('')
      const promo = call('QistPromo', { ...usual, lang, ...figures, selector: '#p' })
      const content = hosts + load(shop.origin, 'qist-promo') + load(shop.origin, 'qist-card') + promo + cards
      const { page } = await shop.open(content, { lang, viewport: { width: 320, height: 640 } })
      for (const id of ['p', 'c0', 'c1', 'c2']) await drawnText(page, `#${id}`)
      await page.locator('#p .more').click()
      await page.locator('dialog').waitFor()
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
      assert.deepEqual(await page.evaluate(overflowing), [], `${lang} ${JSON.stringify(figures)}`)
      await page.context().close()
    }
  }
})

/** Elements of shadow roots that are wider than their place, or stand outside of the screen. */
const overflowing = `[...document.body.children].flatMap((host) => [...(host.shadowRoot?.querySelectorAll('*:not(.unseen)') ?? [])])
  .filter((e) => e.getClientRects().length > 0)
  .filter((e) => { const { left, right } = e.getBoundingClientRect(); return left < 0 || right > innerWidth || (e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1) })
  .map((e) => e.outerHTML)`

const grounds = ['#fff', '#000', '#101418', '#1d4ed8', '#f59e0b', '#fde2e4', '#7f7f7f', 'oklch(0.3 0.1 200)', '#d22']

/** Pages with each snippet, on each ground. */
async function openGrounds(lang: string, more: object): Promise<{ page: Page }> {
  const kinds = ['QistPromo', 'QistCard']
  const hosts = grounds.map(
    (ground, at) =>
      `<div style="background:${ground}">${kinds.map((kind) => `<div id="${kind}${at}"></div>`).join('')}</div>`,
  )
  const calls = grounds.flatMap((_, at) =>
    kinds.map((kind) => call(kind, { ...usual, lang, ...more, selector: `#${kind}${at}` })),
  )
  const content = `<main><h1>Shop</h1>${hosts.join('')}</main>`
  const opened = await shop.open(
    content + load(shop.origin, 'qist-promo') + load(shop.origin, 'qist-card') + calls.join(''),
    { lang, viewport: { width: 390, height: 800 } },
  )
  for (const at of grounds.keys()) for (const kind of kinds) await drawnText(opened.page, `#${kind}${at}`)
  return opened
}

test('axe finds nothing wrong with snippets on any ground, with and without a ground of their own', async () => {
  for (const lang of ['en', 'ar']) {
    for (const more of [{ shouldInheritBg: true }, {}, { shouldInheritBg: true, theme: 'black' }]) {
      const { page } = await openGrounds(lang, more)
      assert.deepEqual(await axeFindings(page, lang, 'light'), [])
      await page.context().close()
    }
  }
})

test('ground: a change of the theme is followed; in front of a picture the text of the page tells', async () => {
  const style = `<style>body { background: #fff; color: #111 } .night { background: #111; color: #eee }
    .picture { background-image: linear-gradient(#111, #222); color: #fff }</style>`
  const content = `${style}<div id="a"></div><div class="picture"><div id="b"></div></div>${load(shop.origin, 'qist-promo')}`
  const bare = { ...usual, shouldInheritBg: true }
  const { page } = await shop.open(content + call('QistPromo', bare) + call('QistPromo', { ...bare, selector: '#b' }))
  await drawnText(page)
  await drawnText(page, '#b')
  assert.deepEqual([await page.locator('#a .light').count(), await page.locator('#b .dark').count()], [1, 1])
  await page.evaluate("document.body.classList.add('night')")
  await page.locator('#a .dark').waitFor()
  await page.context().close()
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { call, drawnText, keys, load, openShopPages, type ShopPages, usual } from './shop-pages.ts'

// docs/contract/messaging.md#snippets

let shop: ShopPages
before(async () => {
  shop = await openShopPages()
})
after(() => shop.close())

const equal = 'Pay in 4 monthly payments of AED 85.00. No interest, no fees. Learn more'
const plain = 'Pay for your order in monthly payments. Learn more'

const kinds = [
  ['QistPromo', 'qist-promo'],
  ['QistCard', 'qist-card'],
  ['TabbyPromo', 'tabby-promo'],
  ['TabbyCard', 'tabby-card'],
] as const

for (const [name, script] of kinds) {
  test(`${name}: draws the plan of a session of the store`, async () => {
    const content = `<div id="a"></div>${load(shop.origin, script)}${call(name, usual)}`
    const { page, requests, complaints } = await shop.open(content)
    const text = await drawnText(page)
    const card = 'Pay in 4 Today 85.00 1 Apr 85.00 1 May 85.00 1 Jun 85.00 AED 340.00 in all. No interest, no fees.'
    if (name.endsWith('Promo')) assert.equal(text, equal)
    else assert.equal(text.replaceAll(/Payment \d of 4: /g, ''), `${card} Learn more`)
    assert.deepEqual(complaints, [])
    assert.deepEqual([...new Set(requests.map((address) => new URL(address).origin))], [shop.origin])
    assert.equal(await page.evaluate(`document.querySelector('#a').shadowRoot.mode`), 'open')
    assert.deepEqual(await page.context().cookies(), [])
    await page.context().close()
  })
}

test('snippet: names both amounts where the last part differs, and the limits of the store beyond them', async () => {
  const prices = ['340.01', '0.5', '60000']
  const hosts = prices.map((_, index) => `<div id="h${index}"></div>`).join('')
  const calls = prices.map((price, index) => call('QistPromo', { ...usual, price, selector: `#h${index}` })).join('')
  const { page } = await shop.open(hosts + load(shop.origin, 'qist-promo') + calls)
  assert.match(await drawnText(page, '#h0'), /: AED 85\.00 each, and AED 85\.01 for the last\. No interest, no fees\./)
  assert.equal(await drawnText(page, '#h1'), 'Pay in monthly payments on orders from AED 1.00. Learn more')
  assert.equal(await drawnText(page, '#h2'), 'Pay in monthly payments on orders up to AED 50,000.00. Learn more')
  await page.context().close()
})

/** Draws in `#a` with each of these expressions, in order. Returns the texts. */
async function drawAll(page: Page, name: string, expressions: readonly string[]): Promise<string[]> {
  const texts: string[] = []
  for (const expression of expressions) {
    await page.evaluate(
      `document.querySelector('#a').remove(); document.body.insertAdjacentHTML('beforeend', '<div id=a></div>')`,
    )
    await page.evaluate(`void new ${name}(${expression})`)
    texts.push(await drawnText(page))
  }
  return texts
}

const js = JSON.stringify
const own = `...${js(usual)}`

test('constructor: a price, currency and language in another form are read', async () => {
  const { page, complaints } = await shop.open(`<div id="a"></div>${load(shop.origin, 'qist-promo')}`)
  const forms = ['price: 340', "price: '340'", "price: 'AED 340.00'", "price: '340.0000'", "currency: ' aed '"]
  const more = ["lang: 'EN'", "lang: 'en_US'", "lang: 'fr'", 'lang: null', 'lang: {}', 'installmentsCount: 0', 'a: 1']
  const expressions = [...forms, ...more].map((member) => `{${own}, ${member}}`)
  for (const text of await drawAll(page, 'QistPromo', expressions)) assert.equal(text, equal)
  const arabic = ["lang: 'ar'", "lang: 'AR'", "lang: 'ar_SA'", "lang: undefined, locale: 'ar-AE'"]
  const drawn = await drawAll(
    page,
    'QistPromo',
    arabic.map((member) => `{${own}, ${member}}`),
  )
  for (const text of drawn) assert.match(text, /^قسّم المبلغ على 4 دفعات شهرية بقيمة 85\.00/)
  assert.deepEqual(complaints, [])
  await page.context().close()
})

test('constructor: without a price, currency or key, and with wrong ones, no amount is named', async () => {
  const { page } = await shop.open(`<div id="a"></div>${load(shop.origin, 'qist-promo')}`)
  const missing = ['price', 'currency', 'publicKey'].map((member) => `{${own}, ${member}: undefined}`)
  const wrong = [
    ...["price: 'free'", 'price: -1', 'price: NaN', 'price: []', 'price: {}', 'price: Symbol()', 'price: 1e12'],
    ...["currency: 'USD'", "currency: 'SAR'", 'currency: 7', "publicKey: 'pk_test_x'", 'publicKey: []'],
    ...[`publicKey: 'pk_test_${crypto.randomUUID()}'`, "merchantCode: 'other_ae'", "merchantCode: 'x'"],
    'get price() { throw new Error() }',
  ].map((member) => `{${own}, ${member}}`)
  for (const text of await drawAll(page, 'QistPromo', [...missing, ...wrong])) assert.equal(text, plain)
  await page.context().close()
})

test('constructor: throws for nothing that is passed in', async () => {
  for (const [name, script] of [
    ['QistPromo', 'qist-promo'],
    ['TabbyCard', 'tabby-card'],
  ] as const) {
    const { page, complaints } = await shop.open(`<div id="a"></div>${load(shop.origin, script)}`)
    const passed = [
      ...[
        '',
        'null',
        'undefined',
        '5',
        "'#a'",
        '[]',
        '() => 1',
        'Symbol()',
        '10n',
        'document',
        'window',
        'new Proxy({}, {})',
      ],
      ...['{selector: "##"}', '{selector: 7}', '{selector: null}', '{selector: {}}', '{selector: "#none"}'],
      ...['{get selector() { throw new Error() }}', 'Object.create(null)', '{selector: document}', '{selector: ""}'],
      'new Proxy({}, { get() { throw new Error() } })',
    ]
    for (const value of passed) await page.evaluate(`void new ${name}(${value})`)
    await page.evaluate(`void ${name}(${js(usual)})`)
    assert.match(await drawnText(page), /85\.00/, 'without new')
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))')
    assert.deepEqual(complaints, [])
    await page.context().close()
  }
})

test('constructor: called again on the same element, the last call is drawn, once', async () => {
  const { page } = await shop.open(`<div id="a">old</div>${load(shop.origin, 'qist-promo')}`)
  // The answer to the first call comes last.
  await page.route('**/api/v1/snippet?price=100.00*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue().catch(() => {})
  })
  const slow = page.waitForResponse('**/api/v1/snippet?price=100.00*')
  const prices = ['100', '200', '300', '340'].map((price) => `new QistPromo({${own}, price: ${price}})`)
  await page.evaluate(`${prices.join(';')}; void 0`)
  assert.equal(await drawnText(page), equal)
  await slow
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))')
  assert.equal(await drawnText(page), equal)
  assert.equal(await page.evaluate(`document.querySelector('#a').shadowRoot.querySelectorAll('.box').length`), 1)
  await page.evaluate(`new QistPromo({${own}, price: 400}); void 0`)
  await page.locator('#a .box', { hasText: '100.00' }).waitFor()
  await page.context().close()
})

test('constructor: several snippets, one element of each kind, and elements without a shadow root', async () => {
  const hosts =
    '<div class="many"></div><div class="many"></div><ul><li id="li"></li></ul><a id="link"></a><p id="p"></p>'
  const scripts = load(shop.origin, 'qist-promo') + load(shop.origin, 'qist-card')
  const selectors = ['.many', '#li', '#link', '#p'].map((selector) => call('QistPromo', { ...usual, selector }))
  const twice = [call('QistCard', { ...usual, selector: '#li' }), call('QistPromo', { ...usual, selector: '#li' })]
  const { page, requests } = await shop.open(hosts + scripts + selectors.join('') + twice.join(''))
  for (const host of ['.many >> nth=0', '.many >> nth=1', '#li', '#link', '#p'])
    assert.equal(await drawnText(page, host), equal)
  assert.equal(await page.locator('#li .box').count(), 1)
  // One answer serves all of them.
  assert.ok(requests.filter((one) => one.includes('/api/v1/snippet')).length <= 2)
  await page.evaluate(`new QistPromo({${own}, selector: document.querySelector('#p'), price: 100}); void 0`)
  await page.locator('#p .box', { hasText: '25.00' }).waitFor()
  await page.context().close()
})

test('constructor: called before its element is read, it draws when the document is there', async () => {
  const early = load(shop.origin, 'qist-promo') + call('QistPromo', { ...usual, price: 100 })
  const { page } = await shop.open(`<div id="a"></div>${call('QistPromo', usual)}`, { head: early })
  assert.equal(await drawnText(page), equal, 'a later call wins')
  await page.context().close()
  const only = await shop.open('<div id="a"></div>', { head: early })
  assert.match(await drawnText(only.page), /25\.00/)
  await only.page.context().close()
})

test('constructor: e-mail, phone and other members are not sent on', async () => {
  const person = { email: 'sara@example.com', phone: '+971500000001', sourcePlugin: 'woo', source: 'cart' }
  const content = `<div id="a"></div>${load(shop.origin, 'qist-promo')}${call('QistPromo', { ...usual, ...person })}`
  const { page, requests } = await shop.open(content)
  await drawnText(page)
  const [address = ''] = requests.filter((one) => one.includes('/api/v1/snippet'))
  const sent = Object.fromEntries(new URL(address).searchParams)
  const { publicKey: public_key, merchantCode: merchant_code } = keys
  assert.deepEqual(sent, { price: '340.00', currency: 'AED', merchant_code, public_key })
  await page.context().close()
})

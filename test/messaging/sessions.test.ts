import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkoutBody } from '../../testkit/shop.ts'
import { keys, load, openShopPages, type ShopPages } from './shop-pages.ts'

// docs/contract/messaging.md#sessions-of-a-shops-page

let shop: ShopPages
before(async () => {
  shop = await openShopPages()
})
after(() => shop.close())

const { payment, lang, merchant_urls: merchantUrls } = checkoutBody('demo_ae', 'AED', '340.00')
const config = { apiKey: keys.publicKey, payment, lang, merchantCode: keys.merchantCode, merchantUrls }

test('createSession: opens a session with the public key, and names the payment page as plug-ins read it', async () => {
  const { page, requests, complaints } = await shop.open(load(shop.origin, 'cms-plugins'))
  const session = await page.evaluate(`TabbyCmsPlugins.createSession(${JSON.stringify(config)})`)
  const {
    status,
    payment: made,
    availableProducts,
  } = session as {
    status: string
    payment: { id: string }
    availableProducts: { installments: { webUrl: string; web_url: string }[] }
  }
  assert.equal(status, 'created')
  assert.match(made.id, /^[0-9a-f-]{36}$/)
  const [plan] = availableProducts.installments
  assert.equal(plan?.webUrl, plan?.web_url)
  assert.ok(plan?.webUrl.startsWith(`${shop.origin}/`))
  assert.deepEqual([...new Set(requests.map((address) => new URL(address).origin))], [shop.origin])
  assert.deepEqual(complaints, [])
  assert.equal(await page.evaluate('typeof TabbyCard'), 'function')
  await page.context().close()
})

test('createSession: never rejects; a refusal and nonsense have a status without products', async () => {
  const { page } = await shop.open(load(shop.origin, 'cms-plugins'))
  const refused = [{ ...config, apiKey: 'pk_test_unknown' }, { ...config, payment: {} }, {}]
  const texts = [...refused.map((one) => JSON.stringify(one)), 'undefined', 'null', '7']
  for (const text of texts) {
    const session = await page.evaluate(`TabbyCmsPlugins.createSession(${text})`)
    const { status, availableProducts } = session as Record<string, unknown>
    assert.deepEqual([status, availableProducts], ['error', {}], text)
  }
  await page.context().close()
})

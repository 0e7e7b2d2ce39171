import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startTestService, type TestService } from '../support/service.ts'
import { keys } from './shop-pages.ts'

// docs/contract/messaging.md#addresses

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.close())

const scripts = ['/qist-promo.js', '/qist-card.js']
const aliasScripts = ['/tabby-promo.js', '/tabby-card.js', '/cms-plugins.js']
const pages = ['/qist-promo.html', '/promos/installments/en/', '/promos/installments/ar/']
const aliasPages = [
  '/tabby-promo.html',
  ...['product-page/installments', 'checkout-page/credit-card-installments'].flatMap((page) =>
    ['en', 'ar'].map((lang) => `/promos/${page}/${lang}/`),
  ),
]
const everything = [...scripts, ...aliasScripts, ...pages, ...aliasPages]

test('addresses: any origin may keep them for an hour and compare them by their tag; no cookie is set', async () => {
  for (const path of everything) {
    const response = await fetch(service.urls.uae + path)
    const { headers } = response
    assert.equal(response.status, 200, path)
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
    assert.equal(headers.get('cache-control'), 'public, max-age=3600')
    assert.equal(headers.get('set-cookie'), null)
    assert.equal(headers.get('content-type'), `text/${path.endsWith('.js') ? 'javascript' : 'html'}; charset=utf-8`)
    const tag = headers.get('etag') ?? assert.fail(path)
    const again = await fetch(service.urls.uae + path, { headers: { 'if-none-match': `W/"x", ${tag}` } })
    assert.deepEqual([again.status, await again.text(), again.headers.get('etag')], [304, '', tag])
  }
})

test('scripts of snippets: each has at most 8 KB when gzipped', async () => {
  for (const path of [...scripts, '/tabby-promo.js', '/tabby-card.js']) {
    const body = Buffer.from(await (await fetch(service.urls.uae + path)).arrayBuffer())
    const bytes = gzipSync(body).length
    assert.ok(bytes <= 8_192, `${path}: ${bytes} bytes`)
  }
})

test('aliases: without CLIENT_ALIASES their addresses answer 404, and the own ones stay', async () => {
  const strict = await startTestService({ env: { CLIENT_ALIASES: 'off' } })
  const statuses = (paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => (await fetch(strict.urls.uae + path)).status))
  assert.deepEqual(new Set(await statuses([...aliasScripts, ...aliasPages])), new Set([404]))
  assert.deepEqual(new Set(await statuses([...scripts, ...pages, '/api/v1/snippet'])), new Set([200, 400]))
  await strict.close()
})

const query = new URLSearchParams({
  price: '340.00',
  currency: 'AED',
  merchant_code: keys.merchantCode,
  public_key: keys.publicKey,
})

test('learn more: the page works without a script, in both languages', async () => {
  const read = async (path: string) => (await fetch(`${service.urls.uae}${path}?${query}`)).text()
  const english = await read('/promos/installments/en/')
  assert.match(english, /<html lang="en" dir="ltr">/)
  for (const text of ['Pay in ', '1 April 2026', 'AED\u00a085.00', 'AED\u00a0340.00', 'No interest, no fees.']) {
    assert.ok(english.includes(text), text)
  }
  assert.ok(english.includes(`href="/promos/installments/ar/?${String(query).replaceAll('&', '&amp;')}"`))
  const arabic = await read('/promos/product-page/installments/ar/')
  assert.match(arabic, /<html lang="ar" dir="rtl">/)
  assert.match(arabic, /1 أبريل 2026/)
})

test('learn more: refused figures leave the amounts out, and the page is not kept', async () => {
  const wrong = new URLSearchParams({ ...Object.fromEntries(query), public_key: 'pk_test_x' })
  const response = await fetch(`${service.urls.uae}/promos/installments/en/?${wrong}`)
  assert.deepEqual([response.status, response.headers.get('cache-control')], [200, 'no-cache'])
  const page = await response.text()
  assert.match(page, /Pay in parts/)
  assert.doesNotMatch(page.replaceAll(/<[^>]*>/g, ''), /AED|No interest/)
})

test('learn more: nothing of the address runs in the page', async () => {
  const evil = '"><script>alert(1)</script>'
  const response = await fetch(`${service.urls.uae}/promos/installments/en/?price=${evil}&x=${evil}`)
  assert.doesNotMatch(await response.text(), /<script>/)
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'.*script-src 'self'/)
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type BackOfficeVisitor, newBackOfficeVisitor, trySignIn } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { demoKey, openShop } from '../../testkit/shop.ts'
import { startTestService } from '../support/service.ts'

const env = {
  QIST_MODE: 'production',
  DATABASE_URL: 'postgres://nowhere',
  SECRETS_KEY: 'a1b2'.repeat(16),
  SIGNING_KEY: 'c3d4'.repeat(16),
  RATE_LIMITS: 'off',
}
const production = await startTestService({ env })
const sandbox = await startTestService()
after(async () => {
  await production.close()
  await sandbox.close()
})

async function signedIn(url: string): Promise<BackOfficeVisitor> {
  const visitor = newBackOfficeVisitor(url)
  assert.equal((await trySignIn(visitor, 'admin@demo.test')).location, '/dashboard')
  return visitor
}

/** The mode that the navigation of a page links to. */
function modesOf(text: string): string[] {
  const [, side = assert.fail('no navigation')] = /<nav class="side"([\s\S]*?)<\/nav>/.exec(text) ?? []
  return [...new Set([...side.matchAll(/href="\/dashboard\/(\w+)/g)].map(([, mode = '']) => mode))]
}

test('a page without a mode links to live mode in production, and to test mode in a sandbox', async () => {
  for (const [service, mode] of [
    [production, 'live'],
    [sandbox, 'test'],
  ] as const) {
    const visitor = await signedIn(service.urls.uae)
    assert.equal((await visitor.get('/dashboard')).location, `/dashboard/${mode}`)
    for (const path of ['/dashboard/me', '/dashboard/nowhere', '/dashboard/liver'])
      assert.deepEqual(modesOf((await visitor.get(path)).text), [mode], path)
  }
})

test('pages without a mode lead back to the mode of the latest page with one, also several pages later', async () => {
  for (const service of [production, sandbox]) {
    const visitor = await signedIn(service.urls.uae)
    for (const mode of ['test', 'live', 'test']) {
      await visitor.get(`/dashboard/${mode}/payments?status=all`)
      for (const path of ['/dashboard/me', '/dashboard/me/second-factor', '/dashboard/me', '/dashboard/nowhere'])
        assert.deepEqual(modesOf((await visitor.get(path)).text), [mode], path)
    }
  }
})

test('a mode that the browser sends twice, or one that does not exist, is ignored', async () => {
  const visitor = await signedIn(sandbox.urls.uae)
  const session = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  for (const cookie of [`qist_mode=live; qist_mode=live`, 'qist_mode=neither', `qist_mode=${'x'.repeat(2_000)}`]) {
    for (const path of ['/dashboard/me', '/dashboard/test/payments']) {
      const page = await fetch(sandbox.urls.uae + path, { headers: { cookie: `${session}; ${cookie}` } })
      assert.equal(page.status, 200, `${path} ${cookie.slice(0, 40)}`)
      assert.deepEqual(modesOf(await page.text()), ['test'])
    }
  }
})

const ofOther = (text: string, mode: string): string => {
  const [, modes = assert.fail('no modes')] = /<nav class="modes"([\s\S]*?)<\/nav>/.exec(text) ?? []
  const found = [...modes.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  return found.find((href) => href.startsWith(`/dashboard/${mode}`)) ?? assert.fail(mode)
}

test('the other mode opens the same list with its search and filters, and never an object of this mode', async () => {
  const visitor = await signedIn(sandbox.urls.uae)
  const someId = '00000000-0000-4000-8000-000000000001'
  const cases = [
    ['payments?q=R-1&status=captured&position=51&done=captured', 'payments?q=R-1&status=captured'],
    [`payments/${someId}?from=2026-01-01`, 'payments'],
    ['settlements?from=2026-01-01', 'settlements?from=2026-01-01'],
    [`webhooks/${someId}/events/${someId}`, 'webhooks'],
    ['links/new', 'links/new'],
    ['?from=2026-01-01', '?from=2026-01-01'],
    ['nowhere/at/all', ''],
  ] as const
  const place = (mode: string, path: string): string =>
    `/dashboard/${mode}${path === '' || path.startsWith('?') ? '' : '/'}${path}`
  for (const [mode, other] of [
    ['test', 'live'],
    ['live', 'test'],
  ] as const) {
    for (const [path, expected] of cases) {
      const { text } = await visitor.get(place(mode, path))
      assert.equal(ofOther(text, other), place(other, expected), path)
      assert.notEqual((await visitor.get(ofOther(text, other))).status, 404)
    }
  }
  // Live mode has no developer pages.
  assert.equal(ofOther((await visitor.get('/dashboard/test/developers')).text, 'live'), '/dashboard/live')
  assert.equal((await visitor.get('/dashboard/live')).status, 200)
})

test('a search that finds nothing in one mode says what the other has', async () => {
  const visitor = await signedIn(sandbox.urls.uae)
  const shop = openShop(sandbox.urls.uae, demoKey(1))
  const item = { title: 'Shirt', quantity: 1, unit_price: '100.00', reference_id: 'S', category: 'C' }
  const order = (reference_id: string) => ({ order: { reference_id, items: [item] } })
  for (const reference of ['ONLY-TEST', 'ONLY-TEST-2']) succeed(await shop.checkout('100.00', order(reference)))
  const search = async (mode: string, q: string, lang = 'en') => {
    await visitor.send('/dashboard/lang', { lang, next: '/dashboard/me' })
    return (await visitor.get(`/dashboard/${mode}/payments?q=${q}`)).text
  }
  const found = await search('live', 'ONLY-TEST')
  assert.match(found, /Test mode has 2\./)
  const [, href = ''] = /href="([^"]*)">Show them in test mode/.exec(found) ?? []
  assert.equal(href, '/dashboard/test/payments?q=ONLY-TEST')
  assert.match((await visitor.get(href)).text, /ONLY-TEST-2/)
  assert.match(await search('live', 'ONLY-TEST-2'), /Test mode has one\./)
  assert.match(await search('test', 'NOWHERE'), /Live mode has none either/)
  assert.match(await search('live', 'ONLY-TEST', 'ar'), /اعرضها في الوضع التجريبي/)
})

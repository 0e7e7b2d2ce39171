import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assembleServer } from '../../src/entries/server.ts'
import { openMetrics } from '../../src/platform/adapters/metrics.ts'
import { demoKey, openShop } from '../../testkit/shop.ts'
import { startTestService } from '../support/service.ts'
import { openForms } from './forms.ts'

const service = await startTestService()
const shop = openShop(service.urls.uae, demoKey(1))
after(() => service.close())

const secret = 'A'.repeat(43)
const other = 'B'.repeat(43)

async function openOverTls() {
  const config = { ...service.app.config, baseUrls: { uae: 'https://pay.example', ksa: 'https://pay.example' } }
  const { server } = await assembleServer({ ...service.app, config }, openMetrics(), 'uae')
  return server
}

test('over TLS the cookies of the payment page and the account are bound to the host', async () => {
  const server = await openOverTls()
  const { webUrl } = await openForms(shop)
  const { pathname, search } = new URL(webUrl)
  const headers = { host: 'pay.example', 'content-type': 'application/x-www-form-urlencoded' }
  const browser = /^__Host-qist_browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=15552000$/
  for (const url of [pathname + search, '/account?mode=test', '/dashboard/sign-in', '/support/sign-in'])
    assert.match(String((await server.inject({ url, headers })).headers['set-cookie']), browser, url)

  const cookie = `__Host-qist_browser=${secret}`
  const send = async (step: string, fields: Record<string, string>) => {
    const page = await server.inject({ url: '/account?mode=test', headers: { ...headers, cookie } })
    const form_token = /name="form_token" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const payload = new URLSearchParams({ form_token, ...fields }).toString()
    return server.inject({
      method: 'POST',
      url: `/account/${step}?mode=test`,
      headers: { ...headers, cookie },
      payload,
    })
  }
  assert.equal((await send('phone', { phone: '+971500820001' })).statusCode, 303)
  const signedIn = await send('code', { code: '8888' })
  assert.match(
    String(signedIn.headers['set-cookie']),
    /^__Host-qist_account_uae_test=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  )
  await server.close()
})

test('over TLS a cookie without the prefix, which another host of the domain can set, is ignored', async () => {
  const server = await openOverTls()
  const { webUrl } = await openForms(shop)
  const { pathname, search } = new URL(webUrl)
  for (const url of [pathname + search, '/account?mode=test']) {
    const headers = { host: 'pay.example', cookie: `qist_browser=${secret}; qist_browser=${other}` }
    const answer = await server.inject({ url, headers })
    assert.equal(answer.statusCode, 200, url)
    assert.match(String(answer.headers['set-cookie']), /^__Host-qist_browser=/, url)
  }
  await server.close()
})

test('a request with a duplicate cookie is refused with a page, in both languages and either order', async () => {
  const { webUrl } = await openForms(shop)
  const { pathname, search } = new URL(webUrl)
  const pages: readonly [url: string, cookie: string][] = [
    [pathname + search, 'qist_browser'],
    ['/account?mode=test&lang=en', 'qist_browser'],
    ['/account?mode=test&lang=en', 'qist_account_uae_test'],
    ['/dashboard/sign-in', 'qist_browser'],
    ['/dashboard/sign-in', 'qist_dashboard'],
    ['/dashboard', 'qist_dashboard'],
    ['/dashboard/me', 'qist_dashboard'],
    ['/support', 'qist_support'],
  ]
  for (const [url, name] of pages) {
    for (const [one, two] of [
      [secret, other],
      [other, secret],
      [secret, secret],
    ] as const) {
      const headers = { cookie: `${name}=${one}; lang=en; ${name}=${two}` }
      const answer = await fetch(service.urls.uae + url, { headers, redirect: 'manual' })
      assert.equal(answer.status, 400, `${url} ${name}`)
      assert.match(await answer.text(), /<!doctype html>.*Your browser sent a cookie twice/s, `${url} ${name}`)
    }
  }
  const headers = { cookie: `qist_browser=${secret}; qist_browser=${other}` }
  const arabic = await fetch(webUrl.replace('lang=en', 'lang=ar'), { headers })
  assert.match(await arabic.text(), /dir="rtl".*أرسل متصفحك/s)
  const form = { form_token: 'x', phone: '+971500820002' }
  const step = webUrl.replace('/hpp/?', '/hpp/phone?')
  const posted = await fetch(step, { method: 'POST', headers, body: new URLSearchParams(form) })
  assert.equal(posted.status, 400)
})

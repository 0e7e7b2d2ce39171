import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { sections } from '../../src/pages/support/sections.ts'
import { backOfficeAssets } from '../../src/platform/ui/back-office/assets.ts'
import type { Lang } from '../../src/platform/ui/words/lang.ts'
import { fillIds, listBackOfficeRoutes } from '../../testkit/back-office-routes.ts'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { requestErasingOf } from '../../testkit/request-erasing.ts'
import { openBrowser } from '../pages/browser.ts'
import { findForeignWords, findInViews, findTooMuch, type ViewFindings } from '../pages/view-checks.ts'
import { openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { buyIn } from './buyer.ts'

let service: TestService
let browser: Browser
let paths: readonly string[]
const signedIn = new Map<Lang, BackOfficeVisitor>()
const documents = new Map<Lang, Map<string, string>>()
/** The results of every route in both languages, without the impersonation view. */
const outcomes: { readonly lang: Lang; readonly route: string; readonly is: Outcome }[] = []

/** A page, or the status of another answer. */
type Outcome = 'page' | number

const sectionPages = new Set(sections.flatMap(({ pages }) => pages.map(({ path }) => `/support${path}`)))

/** The expected answer to an agent. The address of a form redirects to its page. */
function expectedAt(route: string): Outcome {
  return otherwise[route] ?? (sectionPages.has(route) ? 'page' : 303)
}

const otherwise: Readonly<Record<string, Outcome>> = {
  '/support/me': 'page',
  '/support/me/second-factor': 'page',
  '/support/me/passkeys/new': 'page',
  // This address needs the token of a link.
  '/support/invitation': 404,
  // No dispute has evidence.
  '/support/disputes/:id/files/:file': 404,
  // This address leads to the customer's page.
  '/support/erasure-requests/:id': 303,
  // A file.
  '/support/payments/:id/evidence': 200,
}

before(async () => {
  service = await startTestService()
  browser = await openBrowser()
  const shop = await openDisputeShop(service)
  const [opened, closed] = [await buyIn(shop, 'A-1'), await buyIn(shop, 'A-1', '120.00')]
  const { id } = await shop.openDispute({ payment_id: opened, comment: 'It is broken' })
  const amount = { reason: 'merchant_reason_order_amount_should_be_different', amount: '100.00' }
  succeed(await shop.call('POST', '/api/v1/disputes/challenge', { dispute_id: id, description: 'One', ...amount }))
  const phone = '/support/customers?phone=%2B971527771234'
  const merchant = `/support/merchants/${shop.merchantId}`
  const ids: Readonly<Record<string, string>> = {
    ...{ disputes: id, payments: opened, merchants: shop.merchantId },
    'erasure-requests': await requestErasingOf(service.app, '+971527771234'),
  }
  const routes = (await listBackOfficeRoutes(service.app, 'support'))
    .filter(({ method, path }) => method === 'GET' && !path.includes('/dashboard'))
    .map(({ path }) => path)
  assert.ok(routes.length > 30)
  const addressOf = (route: string): string => {
    const own = ids[route.split('/')[2] ?? '']
    return fillIds(route, {
      id: own,
      file: opened,
      store: opened,
      request: opened,
      event: opened,
      notification: opened,
    })
  }
  paths = [
    ...routes.filter((route) => expectedAt(route) === 'page').map(addressOf),
    ...[
      '/support/disputes?waits=customer',
      `/support/payments/${closed}`,
      phone,
      '/support/customers?phone=0501234567',
    ],
    ...['/support/search?q=A-1', '/support/search?q=nothing', `${merchant}/dashboard/live/payments`],
  ]
  // Two agents, because the language belongs to the person.
  for (const [lang, email] of [
    ['en', 'agent@support.test'],
    ['ar', 'agent2@support.test'],
  ] as const) {
    const visitor = await signInAt(service.urls.uae, email, 'support')
    await visitor.get('/support')
    await visitor.send('/support/lang', { lang })
    await visitor.send(`/support/payments/${opened}/open`, { reason: 'A1' })
    await visitor.send(phone, { reason: 'A1' })
    await visitor.send(`${merchant}/look`, { reason: 'A1' })
    if (lang === 'en') {
      const request = { amount: '10.00', amount_seen: '120.00', reason: 'Gone', confirmed: 'yes' }
      assert.equal((await visitor.send(`/support/payments/${closed}/returns`, request)).status, 303)
    }
    signedIn.set(lang, visitor)
    const visited = new Map<string, string>()
    for (const path of paths) {
      const { status, text } = await visitor.get(path)
      assert.equal(status, 200, path)
      visited.set(path, text)
    }
    documents.set(lang, visited)
    for (const route of routes) {
      const { status, headers } = await visitor.get(addressOf(route))
      const isPage = status === 200 && headers.get('content-type')?.startsWith('text/html')
      outcomes.push({ lang, route, is: isPage ? 'page' : status })
    }
  }
})
after(async () => {
  await browser.close()
  await service.close()
})

const viewsOf = (lang: Lang) => {
  const cookies = [...(signedIn.get(lang)?.cookies ?? [])].map(([name, value]) => ({ name, value }))
  return { browser, url: service.urls.uae, cookies }
}

/** Texts that are equal in both languages: names, and words of programs. */
const sameInBoth = ['Qist', 'UTC', 'CSV', 'HTTP', 'QR', 'AE', 'off', 'merchant_code', 'English', 'العربية']

test('every address answers an agent as expected, in both languages', () => {
  assert.deepEqual(
    outcomes.filter(({ route, is }) => is !== expectedAt(route)),
    [],
  )
})

for (const lang of ['en', 'ar'] as const) {
  let found: Promise<ViewFindings> | undefined
  /** The three tests below share one visit to each page. */
  const findOnce = (): Promise<ViewFindings> => {
    found ??= findInViews(viewsOf(lang), paths, '.figures dd, .tag')
    return found
  }

  test(`every page is in ${lang}, and has no text in the other language but its name`, () => {
    for (const [path, text] of documents.get(lang) ?? [])
      assert.match(text, new RegExp(`^<!doctype html><html lang="${lang}"`), path)
    assert.deepEqual(findForeignWords(documents.get(lang) ?? [], lang, sameInBoth), [])
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing wrong with any page in ${lang}, ${colorScheme}`, async () => {
      assert.deepEqual((await findOnce()).axe[colorScheme], [])
    })
  }

  test(`no page in ${lang} is wider than a screen of 320 points, and every target can be hit`, async () => {
    assert.deepEqual((await findOnce()).tooNarrow, [])
  })

  test(`a page in ${lang} with all its files is at most 90 KB, names no other host and runs nothing inline`, () => {
    const wrong = findTooMuch(documents.get(lang) ?? new Map(), backOfficeAssets, /^https?:\/\/127\.0\.0\.1/, 90_000)
    assert.deepEqual(wrong, [])
  })
}

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import type { ApiDocument } from '../../src/http/api-document.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openBrowser } from './browser.ts'

let service: TestService
let browser: Browser

before(async () => {
  service = await startTestService()
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  await service.close()
})

async function onReference(options: Parameters<Browser['newPage']>[0], look: (page: Page) => Promise<void>) {
  const page = await browser.newPage(options)
  try {
    await page.goto(`${service.urls.uae}/docs`)
    await look(page)
  } finally {
    await page.close()
  }
}

test('the reference shows every operation with an example, and asks nobody else for anything', async () => {
  const requested: string[] = []
  const complaints: string[] = []
  const document = (await (await fetch(`${service.urls.uae}/openapi.json`)).json()) as ApiDocument
  const names = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId))
  await onReference({}, async (page) => {
    page.on('request', (request) => requested.push(request.url()))
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.reload()
    const shown = await page.$$eval('.operation', (sections) =>
      sections.filter((section) => section.querySelector('pre')?.textContent?.includes('curl ')).map(({ id }) => id),
    )
    assert.deepEqual(shown.toSorted(), names.toSorted())
  })
  assert.deepEqual(complaints, [])
  assert.ok(requested.length >= 3)
  for (const url of requested) assert.ok(url.startsWith(service.urls.uae), url)
})

test('a search leaves what has all its words, also those of failures', async () => {
  await onReference({}, async (page) => {
    await page.keyboard.press('/')
    await page.keyboard.type('refund billed')
    const visible = await page.$$eval('.operation:not([hidden])', (sections) => sections.map(({ id }) => id))
    assert.deepEqual(visible, ['refundPayment'])
    await page.keyboard.press('Escape')
    assert.ok((await page.locator('.operation:not([hidden])').count()) > 20)
    await page.keyboard.type('nothing has these letters')
    assert.ok(await page.getByText('Nothing here has these words.').isVisible())
  })
})

test('the example of a checkout is taken by the service as it stands', async () => {
  await onReference({}, async (page) => {
    const line = (await page.locator('#createSession pre').first().textContent()) ?? ''
    const [, address = '', key = '', body = ''] =
      /curl -X POST '([^']+)'.*Bearer (\S+)".*-d '(.*)'$/s.exec(line.replaceAll(' \\\n', ' ')) ?? []
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(address, { method: 'POST', headers, body })
    assert.equal(answer.status, 200, line)
  })
})

for (const [name, width, colorScheme] of [
  ['a phone', 360, 'light'],
  ['a desk at night', 1440, 'dark'],
] as const) {
  test(`on ${name} nothing is cut off and axe finds nothing wrong`, async () => {
    const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
    await onReference({ viewport: { width, height: 800 }, colorScheme }, async (page) => {
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      assert.equal(overflow, 0)
      await page.evaluate(axe)
      const { violations } = (await page.evaluate('axe.run()')) as AxeResults
      assert.deepEqual(
        violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]),
        [],
      )
    })
  })
}

test('the page may not be framed, and its answers name their own hosts only', async () => {
  const answer = await fetch(`${service.urls.ksa}/docs`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.ok(!policy.includes('http'))
  assert.match(await answer.text(), /sk_test_33333333/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oldAnchorsOf, referencePagesOf } from '../../src/pages/docs/reference/pages.ts'
import type { ApiDocument } from '../../src/platform/http/api-document.ts'
import { openDocs } from './docs-browser.ts'

const docs = openDocs()

const describe = async (): Promise<ApiDocument> =>
  (await (await fetch(`${docs.url()}/openapi.json`)).json()) as ApiDocument

test('the reference shows every operation with an example, without requests to other hosts', async () => {
  const document = await describe()
  const names = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap((one) => (one.deprecated ? [] : [one.operationId])),
  )
  await docs.on('/docs/reference', {}, async (page, { requests, complaints }) => {
    const linked = await page.$$eval('main .operation-link', (links) => links.map((link) => link.getAttribute('href')))
    const shown: string[] = []
    for (const { name } of referencePagesOf(document)) {
      await page.goto(`${docs.url()}/docs/reference/${name}`)
      const ids = await page.$$eval('.operation', (sections) =>
        sections.filter((section) => section.querySelector('pre')?.textContent?.includes('curl ')).map(({ id }) => id),
      )
      for (const id of ids) assert.ok(linked.includes(`/docs/reference/${name}#${id}`), id)
      shown.push(...ids)
    }
    assert.deepEqual(shown.toSorted(), names.toSorted())
    assert.deepEqual(complaints, [])
    assert.ok(requests.length >= 3)
    for (const url of requests) assert.ok(url.startsWith(docs.url()), url)
  })
})

test('the example of a checkout is accepted by the service unchanged', async () => {
  await docs.on('/docs/reference/checkout', {}, async (page) => {
    const line = (await page.locator('#createSession pre').first().textContent()) ?? ''
    const [, address = '', key = '', body = ''] =
      /curl -X POST '([^']+)'.*Bearer (\S+)".*-d '(.*)'$/s.exec(line.replaceAll(' \\\n', ' ')) ?? []
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(address, { method: 'POST', headers, body })
    assert.equal(answer.status, 200, line)
  })
})

test('old anchors of `/docs` lead to the page of the operation, shape or tag, also from a page that is open', async () => {
  const document = await describe()
  const pages = referencePagesOf(document)
  const old: [string, string][] = Object.entries(oldAnchorsOf(pages, document)).flatMap(([address, anchors]) =>
    anchors.map((anchor): [string, string] => [anchor, `${address}#${anchor}`]),
  )
  const names = ['capturePayment', 'listJournal', 'shape-Payment', 'payment-webhooks', 'sandbox', 'shapes', 'reference']
  await docs.on('/docs', {}, async (page) => {
    for (const name of names) {
      const [, goal = ''] = old.find(([anchor]) => anchor === name) ?? []
      await page.goto(`${docs.url()}/docs`)
      await page.evaluate(`location.hash = '${name}'`)
      await page.waitForURL(docs.url() + goal)
      await page.goto(`${docs.url()}/docs#${name}`)
      await page.waitForURL(docs.url() + goal)
      assert.equal(await page.locator(`:target`).count(), 1, goal)
    }
    await page.goto(`${docs.url()}/docs#guides`)
    assert.ok(await page.locator('h2:target').isVisible())
  })
  const documents = new Map<string, string>()
  for (const [, goal] of old) {
    const [address = '', anchor = ''] = goal.split('#')
    if (!documents.has(address)) documents.set(address, await (await fetch(docs.url() + address)).text())
    assert.ok(documents.get(address)?.includes(` id="${anchor}"`), goal)
  }
})

test('the reference may not be framed, and its answers name their own hosts only', async () => {
  const answer = await fetch(`${docs.urls().ksa}/docs/reference/checkout`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.ok(!policy.includes('http'))
  assert.match(await answer.text(), /sk_test_33333333/)
})

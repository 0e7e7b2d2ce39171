import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiDocument } from '../../src/platform/http/api-document.ts'
import { openDocs } from './docs-browser.ts'

const docs = openDocs()

test('the reference shows every operation with an example, without requests to other hosts', async () => {
  const document = (await (await fetch(`${docs.url()}/openapi.json`)).json()) as ApiDocument
  const names = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap((one) => (one.deprecated ? [] : [one.operationId])),
  )
  await docs.on('/docs', {}, async (page, { requests, complaints }) => {
    const shown = await page.$$eval('.operation', (sections) =>
      sections.filter((section) => section.querySelector('pre')?.textContent?.includes('curl ')).map(({ id }) => id),
    )
    assert.deepEqual(shown.toSorted(), names.toSorted())
    assert.deepEqual(complaints, [])
    assert.ok(requests.length >= 3)
    for (const url of requests) assert.ok(url.startsWith(docs.url()), url)
  })
})

test('the example of a checkout is accepted by the service unchanged', async () => {
  await docs.on('/docs', {}, async (page) => {
    const line = (await page.locator('#createSession pre').first().textContent()) ?? ''
    const [, address = '', key = '', body = ''] =
      /curl -X POST '([^']+)'.*Bearer (\S+)".*-d '(.*)'$/s.exec(line.replaceAll(' \\\n', ' ')) ?? []
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(address, { method: 'POST', headers, body })
    assert.equal(answer.status, 200, line)
  })
})

test('the reference may not be framed, and its answers name their own hosts only', async () => {
  const answer = await fetch(`${docs.urls().ksa}/docs`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.ok(!policy.includes('http'))
  assert.match(await answer.text(), /sk_test_33333333/)
})

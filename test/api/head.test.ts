import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { nobody, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { shop } = api
const nobodys = api.open('')

for (const path of ['/', '/docs', '/docs/quick-start', '/health', '/ready', '/dashboard', '/openapi.json']) {
  test(`HEAD ${path} answers as GET does, without the body`, async () => {
    const [get, head] = [await nobodys.call('GET', path), await nobodys.call('HEAD', path)]
    assert.deepEqual([head.status, head.text], [get.status, ''])
    for (const name of ['content-type', 'content-length', 'location']) {
      assert.equal(head.headers.get(name), get.headers.get(name), name)
    }
  })
}

test('HEAD of an operation needs its key, and answers its status', async () => {
  for (const [by, path, status] of [
    [shop, '/api/v2/payments', 200],
    [nobodys, '/api/v2/payments', 401],
    [shop, `/api/v2/payments/${nobody}`, 404],
  ] as const) {
    const head = await by.call('HEAD', path)
    assert.deepEqual([head.status, head.text], [status, ''])
  }
})

test('/ of a sandbox leads to its pages, and each of them answers', async () => {
  const start = await nobodys.call('GET', '/')
  assert.match(start.headers.get('content-type') ?? '', /^text\/html/)
  const addresses = [...start.text.matchAll(/<p><a href="([^"]+)"/g)].map(([, address = '']) => address)
  for (const page of ['/docs', '/dashboard', '/support', '/account', '/sandbox/outbox']) {
    assert.ok(addresses.includes(page), page)
  }
  for (const address of addresses) assert.ok((await nobodys.call('GET', address)).status < 400, address)
})

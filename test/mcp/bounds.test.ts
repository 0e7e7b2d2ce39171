import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { freePort, listen } from '../../testkit/listen.ts'
import { openAgent } from '../support/agent.ts'
import { openTestApi, type TestApi } from '../support/api.ts'
import { cleanUp } from '../support/service-process.ts'

// What the tools refuse, and what bounds their answers.
let api: TestApi
before(async () => {
  api = await openTestApi()
})
after(() => api.close())

/** The longest answer of a tool. */
const maxChars = 25_000

test('every tool has title, description, effect and a schema of bounded members', async () => {
  const { client } = await openAgent({})
  const { tools } = await client.listTools()
  assert.ok(tools.length > 20)
  for (const { name, title, description, annotations, inputSchema } of tools) {
    assert.ok(title && description, name)
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations ?? {}
    for (const hint of [readOnlyHint, destructiveHint, idempotentHint]) assert.equal(typeof hint, 'boolean', name)
    assert.equal(openWorldHint, false)
    assert.deepEqual([inputSchema.type, inputSchema.additionalProperties], ['object', false])
    assertBounded(inputSchema, name)
  }
})

function assertBounded(schema: object, place: string): void {
  const { type, enum: values, maxLength, format, properties = {} } = schema as Record<string, unknown>
  if ([type].flat().includes('string')) assert.ok(values ?? maxLength ?? format, place)
  for (const [name, member] of Object.entries(properties as object)) assertBounded(member, `${place}.${name}`)
}

test('a service that is no sandbox is refused, and never sees the key', async () => {
  const keys: unknown[] = []
  let status = 404
  let words = '404 page not found'
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization)
    response.writeHead(status, { location: '/' }).end(words)
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  cleanUp(() => void server.close())
  const agent = await openAgent({ QIST_URL: url, QIST_SECRET_KEY: 'sk_production' })
  for (status of [404, 200, 302, 403, 500]) {
    const text = await agent.fail('trigger', { state: 'authorized' })
    assert.match(text, new RegExp(`^${url} is no sandbox: GET /sandbox/merchant without a key answers ${status}, `))
  }
  // A gateway before production.
  status = 401
  for (words of [
    'Unauthorized',
    '{"error":"invalid secret key"}',
    '{"status":"error","errorType":"not_authorized","error":"no"}',
  ]) {
    assert.match(
      await agent.fail('trigger', { state: 'authorized' }),
      /answers 401, and a sandbox answers 401 in words/,
    )
  }
  for (const tool of ['sandbox', 'list_journal', 'list_faults', 'read_clock', 'start_certificate', 'reset_sandbox']) {
    assert.match(await agent.fail(tool), /is no sandbox/)
  }
  assert.deepEqual([...new Set(keys)], [undefined])
  // The docs need none.
  assert.match(await agent.read('read_docs', { page: 'quick-start' }), /^# Quick start/)
})

test('production is refused with a key that works there, and nothing is made', async () => {
  const secrets = { SECRETS_KEY: 'a1b2'.repeat(16), SIGNING_KEY: 'c3d4'.repeat(16) }
  const env = { QIST_MODE: 'production', DATABASE_URL: 'postgres://unused', ...secrets }
  const production = await openTestApi({ env })
  cleanUp(() => production.close())
  const { shop } = production
  assert.equal((await shop.call('GET', '/api/v2/payments')).status, 200)
  const agent = await openAgent({ QIST_URL: shop.baseUrl, QIST_SECRET_KEY: shop.key })
  const rows = await production.countRows()
  assert.match(await agent.fail('trigger', { state: 'captured' }), / is no sandbox: .* answers 404, /)
  assert.deepEqual(await production.countRows(), rows)
})

test('a sandbox that does not run is named, and used once it runs', async () => {
  const port = await freePort()
  const { test: shop } = await api.newMerchant()
  const agent = await openAgent({ QIST_URL: `http://127.0.0.1:${port}`, QIST_SECRET_KEY: shop.key })
  const reason = `no sandbox at http://127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}. Start it, then call again`
  assert.equal(await agent.fail('sandbox'), reason)
  const proxy = createServer(async ({ url = '', headers: { authorization } }, response) => {
    const answer = await fetch(`${shop.baseUrl}${url}`, { headers: { ...(authorization && { authorization }) } })
    response.writeHead(answer.status).end(await answer.text())
  }).listen(port, '127.0.0.1')
  cleanUp(() => void proxy.close())
  assert.equal((await agent.call('sandbox')).merchant.stores[0].merchant_code, 'main')
})

test('a key that the sandbox does not know is named as wrong', async () => {
  const agent = await openAgent({ QIST_URL: api.service.urls.uae, QIST_SECRET_KEY: `sk_test_${crypto.randomUUID()}` })
  assert.match(await agent.fail('sandbox'), /does not know the key: api key not found$/)
})

test('wrong input and an unknown tool are refused with what is wrong', async () => {
  const { client, fail } = await openAgent({})
  await assert.rejects(client.callTool({ name: 'shell' }), { message: 'MCP error -32602: no such tool: shell' })
  const wrong: readonly [string, Record<string, unknown>, string][] = [
    ['list_journal', { limit: 51 }, 'limit must be at most 50'],
    ['list_journal', { limit: '5' }, 'limit must not be "5"'],
    ['list_journal', { lines: 5 }, 'lines is no member; the members are payment_id, since, limit'],
    ['sandbox', { x: 1 }, 'x is no member; the members are none'],
    ['trigger', {}, 'the input lacks state'],
    ['explain_payment', { payment_id: '../clock' }, 'payment_id must have at least 36 characters'],
    ['search_docs', { query: 'x'.repeat(201) }, 'query must have at most 200 characters'],
    [
      'plant_fault',
      { on: { operation: 'capturePayment', times: 1 }, do: { kind: 'slow', ms: '5' } },
      'on.times is no member; the members are operation, notification, payment_id; do.ms must not be "5"',
    ],
    ['search_docs', { query: 'x'.repeat(20_000) }, 'it has 20012 characters, and 10000 at most are taken'],
  ]
  for (const [tool, input, text] of wrong) assert.equal(await fail(tool, input), `wrong input: ${text}`)
})

test('an answer that is too long comes in pieces, and lists go on behind a cursor', async () => {
  const { test: shop } = await api.newMerchant()
  const agent = await openAgent({ QIST_URL: shop.baseUrl, QIST_SECRET_KEY: shop.key })
  const answer = await shop.call('POST', '/api/v2/checkout', { nonsense: 'x'.repeat(60_000) })
  const request = answer.headers.get('x-request-id') ?? ''
  let whole = ''
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const text: string = await agent.read('read_journal_entry', { request_id: request, offset })
    assert.ok(text.length <= maxChars)
    whole += text.replace(/\n\n\[characters .*\]$/, '')
    const next = /; go on with offset (\d+)\]$/.exec(text)?.[1]
    offset = next === undefined ? undefined : Number(next)
  }
  assert.equal(JSON.parse(whole).entries[0].request.body.nonsense.length, 60_000)
  const behind = { request_id: request, offset: whole.length }
  assert.equal(
    await agent.fail('read_journal_entry', behind),
    `offset ${whole.length}: the text has ${whole.length} characters`,
  )
  for (let count = 0; count < 30; count += 1) await shop.call('GET', `/api/v2/payments?x=${'y'.repeat(3_000)}`)
  const page = await agent.call('list_journal', { limit: 50 })
  assert.ok(page.has_more && JSON.stringify(page).length <= maxChars)
  const next = await agent.call('list_journal', { since: page.cursor, limit: 1 })
  assert.notEqual(next.entries[0].cursor, page.cursor)
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answer } from '../../testkit/client.ts'
import { demoKey, openShop } from '../../testkit/shop.ts'
import { smallPng } from '../../testkit/uploads.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: DisputeShop

before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
})
after(() => service.close())

const unknownId = '00000000-0000-4000-8000-000000000000'
const disputes = '/api/v1/disputes'

function assertRefused(answer: Answer, status: number, errorType: string, error: string, about?: unknown): void {
  assert.deepEqual([about, answer.status, answer.body], [about, status, { status: 'error', errorType, error }])
}

/** Every dispute operation with a valid body. */
const operations: readonly [string, string, object?][] = [
  ['GET', disputes],
  ['GET', `${disputes}/${unknownId}`],
  ['POST', `${disputes}/approve`, { dispute_ids: [unknownId] }],
  ['POST', `${disputes}/challenge`, { dispute_id: unknownId, reason: 'merchant_reason_other' }],
  ['POST', `${disputes}/${unknownId}/provide-evidence`, { content: 'x' }],
  ['POST', `${disputes}/attachments/upload`, {}],
  ['GET', `${disputes}/attachments/${unknownId}`],
]

test('without a live secret key of this region every call is refused, before all other checks', async () => {
  const cases: readonly [string, number, string, string][] = [
    ['', 401, 'not_authorized', 'invalid secret key'],
    ['sk_', 401, 'not_authorized', 'invalid secret key'],
    ['nonsense', 401, 'not_authorized', 'invalid secret key'],
    [`sk_${unknownId}`, 401, 'not_authorized', 'invalid secret key'],
    [`sk_test_${unknownId}`, 401, 'not_authorized', 'invalid secret key'],
    [demoKey(1, 'pk_'), 401, 'not_authorized', 'invalid secret key'],
    [demoKey(3, 'sk_'), 403, 'no_permission', 'merchant region does not match cluster region'],
    [demoKey(3, 'sk_test_'), 403, 'no_permission', 'merchant region does not match cluster region'],
    [shop.testKey, 403, 'no_permission', 'disputes have no test mode'],
  ]
  for (const [key, status, errorType, error] of cases) {
    const caller = openShop(service.urls.uae, key)
    for (const [method, path, body] of operations) {
      assertRefused(await caller.call(method, path, body), status, errorType, error, [key, path])
      assertRefused(await caller.call(method, path.replace(unknownId, 'x'), body && '{'), status, errorType, error)
    }
  }
})

test('unknown routes and methods are a plain 404', async () => {
  const unknown = [
    ['DELETE', disputes],
    ['PUT', disputes],
    ['POST', disputes],
    ['POST', `${disputes}/${unknownId}`],
    ['GET', `${disputes}/${unknownId}/provide-evidence`],
    ['GET', `${disputes}/${unknownId}/history`],
    ['POST', `${disputes}/${unknownId}/approve`],
    ['GET', '/api/v2/disputes'],
    ['POST', `${disputes}/attachments`],
  ] as const
  for (const [method, path] of unknown) {
    const answer = await shop.call(method, path, method === 'POST' ? {} : undefined)
    assert.deepEqual([path, answer.status, answer.text], [path, 404, '404 page not found'])
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
  }
})

test('a body that cannot be decoded is reported as such', async () => {
  const bodies = ['', '{', '[', 'null', '1', '"text"', 'true', '{"dispute_ids":', '\u0000', 'dispute_ids=1']
  for (const path of [`${disputes}/approve`, `${disputes}/challenge`, `${disputes}/${unknownId}/provide-evidence`]) {
    for (const body of bodies) {
      assertRefused(await shop.call('POST', path, body), 400, 'bad_data', 'failed to decode request', [path, body])
    }
  }
  const wrongTypes: readonly [string, object][] = [
    ['approve', { dispute_ids: unknownId }],
    ['approve', { dispute_ids: null }],
    ['approve', { dispute_ids: [1] }],
    ['approve', { dispute_ids: [null] }],
    ['approve', [unknownId]],
    ['challenge', { dispute_id: 1, reason: 'merchant_reason_other' }],
    ['challenge', { dispute_id: unknownId, reason: 7 }],
    ['challenge', { dispute_id: unknownId, reason: 'merchant_reason_other', description: {} }],
    ['challenge', { dispute_id: unknownId, reason: 'merchant_reason_other', amount: {} }],
    ['challenge', { dispute_id: unknownId, reason: 'merchant_reason_other', attachment_ids: 'x' }],
    ['challenge', ['x']],
    [`${unknownId}/provide-evidence`, { content: 1 }],
    [`${unknownId}/provide-evidence`, { content: 'x', attachment_ids: {} }],
    [`${unknownId}/provide-evidence`, []],
  ]
  for (const [operation, body] of wrongTypes) {
    const answer = await shop.call('POST', `${disputes}/${operation}`, body)
    assertRefused(answer, 400, 'bad_data', 'failed to decode request', [operation, body])
  }
})

test('a path id that is not a UUID is bad_request', async () => {
  for (const id of ['x', '1', `${unknownId}0`, unknownId.replace('-', ''), '%00', 'approve']) {
    assertRefused(await shop.call('GET', `${disputes}/${id}`), 400, 'bad_data', 'bad_request', id)
    const evidence = await shop.call('POST', `${disputes}/${id}/provide-evidence`, { content: 'x' })
    assertRefused(evidence, 400, 'bad_data', 'bad_request', id)
  }
})

test('an unknown dispute, or one of another merchant, is not found', async () => {
  const strangers = await (await openDisputeShop(service)).openDispute()
  for (const id of [unknownId, strangers.id]) {
    assertRefused(await shop.call('GET', `${disputes}/${id}`), 404, 'not_found', 'dispute not found')
    const evidence = await shop.call('POST', `${disputes}/${id}/provide-evidence`, { content: 'x' })
    assertRefused(evidence, 404, 'not_found', 'dispute not found')
  }
})

test('an invalid upload is bad_request', async () => {
  for (const answer of [
    await shop.upload(Buffer.from('text')),
    await shop.upload(smallPng, 'file'),
    await shop.call('POST', `${disputes}/attachments/upload`, { attachment: 'x' }),
    await shop.call('POST', `${disputes}/attachments/upload`),
    await shop.call('GET', `${disputes}/attachments/x`),
  ]) {
    assertRefused(answer, 400, 'bad_data', 'bad_request')
  }
})

test('refusals about disputes are not logged as failures', () => {
  assert.deepEqual(
    service.logged.filter((line) => line['level'] === 'error'),
    [],
  )
})

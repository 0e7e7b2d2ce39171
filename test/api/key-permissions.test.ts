import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { issueKey } from '../../src/platform/merchants/keys/issue-key.ts'
import { type KeyPermission, permissions } from '../../src/platform/merchants/keys/key.ts'
import { revokeKey } from '../../src/platform/merchants/keys/keys.ts'
import { assertRefused, type NewMerchant, nobody, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())

/**
 * The permission of every operation under /api, in the reference's order; `''`: none. A missing operation fails the
 * test.
 */
const expected: Readonly<Record<string, KeyPermission | ''>> = {
  ...{ createSession: 'checkout', getSession: 'read', cancelSession: 'checkout', sendLink: 'checkout', drawQrCode: '' },
  ...{ getSnippet: '' },
  ...{ listPayments: 'read', getPayment: 'read', updatePayment: 'capture', capturePayment: 'capture' },
  ...{ closePayment: 'capture', refundPayment: 'refund' },
  ...{ createWebhook: 'webhooks', listWebhooks: 'webhooks', getWebhook: 'webhooks' },
  ...{ updateWebhook: 'webhooks', deleteWebhook: 'webhooks' },
  ...{ createDisputeWebhook: 'webhooks', listDisputeWebhooks: 'webhooks', getDisputeWebhook: 'webhooks' },
  ...{ updateDisputeWebhook: 'webhooks', deleteDisputeWebhook: 'webhooks' },
  ...{ listDisputes: 'disputes', getDispute: 'disputes', approveDisputes: 'refund', challengeDisputes: 'disputes' },
  ...{ provideEvidence: 'disputes', readAttachment: 'disputes', uploadAttachment: 'disputes' },
  ...{ listSettlements: 'settlements', getSettlement: 'settlements', getSettlementLines: 'settlements' },
  listPayouts: 'settlements',
}
const ofApi = api.reference.operations.filter(({ path }) => path.startsWith('/api/'))

let merchant: NewMerchant
before(async () => {
  merchant = await api.newMerchant()
})

async function restricted(isTest: boolean, ...chosen: KeyPermission[]) {
  const request = { kind: 'secret', isTest, permissions: chosen } as const
  const { key, id } = await issueKey(api.service.app, merchant.id, request)
  return { ...api.open(key, { merchantCode: 'main' }), id }
}

test("the reference has each operation's permission as in the contract", () => {
  const named = ofApi.map(({ operationId, permission = '' }) => [operationId, permission])
  assert.deepEqual(Object.fromEntries(named), expected)
})

test('no operation of the sandbox needs a permission', () => {
  const ofSandbox = api.reference.operations.filter(({ path }) => path.startsWith('/sandbox/'))
  assert.ok(ofSandbox.length >= 30)
  assert.deepEqual(
    ofSandbox.filter(({ permission }) => permission !== undefined),
    [],
  )
})

test('a key without the permission is refused before body and ids are read; a key with it is not', async () => {
  for (const missing of permissions) {
    const others = await restricted(false, ...permissions.filter((permission) => permission !== missing))
    const only = await restricted(false, missing)
    for (const { method, path: template, operationId } of ofApi.filter(({ permission }) => permission === missing)) {
      const path = template.replace(/\{\w+\}/, operationId === 'getPayment' ? nobody : 'no-id')
      const body = method === 'GET' || method === 'DELETE' ? undefined : '{'
      const refused = await others.call(method, path, body, { 'x-merchant-code': 'nowhere' })
      assertRefused(refused, 403, `the key does not have the permission ${missing}`)
      assert.equal(refused.body.errorType, 'no_permission')
      assert.notEqual((await only.call(method, path, body)).status, 403, operationId)
    }
  }
})

test('a refused call changes nothing', async () => {
  const id = await merchant.live.capturedPayment()
  const before = await api.countRows()
  const key = await restricted(false, 'read', 'capture')
  const refund = { amount: '1.00', reference_id: 'r-1' }
  assertRefused(await key.call('POST', `/api/v2/payments/${id}/refunds`, refund), 403, missing('refund'))
  assertRefused(await key.checkout(), 403, missing('checkout'))
  assert.deepEqual(await api.countRows(), before)
  assert.equal((await key.call('GET', `/api/v2/payments/${id}`)).body.refunds.length, 0)
})

test('a test key on disputes is refused for its mode, not for its permissions', async () => {
  const key = await restricted(true, 'read')
  assertRefused(await key.call('GET', '/api/v1/disputes'), 403, 'disputes have no test mode')
  assertRefused(await key.call('GET', '/api/v1/dispute-webhooks'), 403, 'disputes have no test mode')
})

test('public keys create and read sessions, and any secret key may use the sandbox', async () => {
  const shop = api.open(merchant.keys.test.public, { merchantCode: 'main' })
  const { body } = await shop.checkout()
  assert.equal((await shop.call('GET', `/api/v2/checkout/${body.id}`)).status, 200)
  const key = await restricted(true, 'webhooks')
  assert.equal((await key.call('POST', `/sandbox/payments/${body.payment.id}/authorize`)).status, 200)
})

test('a key from before permissions existed has all of them', async () => {
  const { database } = api.service
  const [row] = await database.query(`select count(*)::int as n from keys where permissions is not null
    and id not in (select id from keys where merchant_id = '${merchant.id}')`)
  assert.equal(row?.['n'], 0)
  const id = await merchant.test.capturedPayment()
  const refund = { amount: '1.00', reference_id: 'r-1' }
  assert.equal((await merchant.test.call('POST', `/api/v2/payments/${id}/refunds`, refund)).status, 200)
})

test('an unknown permission of a later version grants nothing', async () => {
  const key = await restricted(true, 'webhooks')
  await api.service.database.query(`update keys set permissions = '{read_everything}' where id = '${key.id}'`)
  assertRefused(await key.call('GET', '/api/v2/payments'), 403, missing('read'))
  assertRefused(await key.call('GET', '/api/v1/webhooks'), 403, missing('webhooks'))
})

test('a restricted key is revoked like any other', async () => {
  const key = await restricted(true, 'read')
  assert.equal((await key.call('GET', '/api/v2/payments')).status, 200)
  await revokeKey(api.service.app, merchant.id, key.id)
  assertRefused(await key.call('GET', '/api/v2/payments'), 401, 'invalid secret key')
})

test('a key with no permission, an unknown permission, or a public key with any is not issued', async () => {
  const { app } = api.service
  const issue = (kind: 'secret' | 'public', chosen: readonly string[]) =>
    issueKey(app, merchant.id, { kind, isTest: true, permissions: chosen as KeyPermission[] })
  const names = 'the permissions of a key must be one or more of'
  for (const chosen of [[], ['all'], ['read', 'Capture'], ['read', '']]) {
    await assert.rejects(issue('secret', chosen), (error: Error) => error.message.startsWith(names))
  }
  await assert.rejects(issue('public', ['read']), /a public key has no permissions/)
})

function missing(permission: KeyPermission): string {
  return `the key does not have the permission ${permission}`
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { isPaymentNotification, verifyWebhook, WebhookError } from '../../sdk/src/webhooks.ts'
import { succeed } from '../../testkit/client.ts'
import { openReceiver } from '../../testkit/receiver.ts'
import { demoKey, openShop } from '../../testkit/shop.ts'
import { startTestService } from '../support/service.ts'

const secret = `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}`
const other = `whsec_${Buffer.from('another secret of twenty bytes!').toString('base64')}`
const body = '{"id":"p","status":"authorized","note":"ع"}'

function signed(given: { at?: Date; by?: readonly string[]; body?: string } = {}): Record<string, string> {
  const { at = new Date(), by = [secret], body: signedBody = body } = given
  return {
    'Webhook-Id': 'msg-1',
    'Webhook-Timestamp': String(Math.floor(at.getTime() / 1_000)),
    'Webhook-Sequence': '2',
    'Webhook-Signature': by.map((one) => new Webhook(one).sign('msg-1', at, signedBody)).join(' '),
  }
}

test('a signed notification is verified and read, from text, bytes and any form of headers', async () => {
  const headers = signed()
  for (const form of [
    headers,
    new Headers(headers),
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]])),
  ]) {
    for (const raw of [body, new TextEncoder().encode(body), Buffer.from(body)]) {
      const { id, sequence, notification } = await verifyWebhook({ body: raw, headers: form, secret })
      assert.deepEqual([id, sequence, notification.status], ['msg-1', 2, 'authorized'])
    }
  }
})

test('during a rotation both secrets are valid', async () => {
  await verifyWebhook({ body, headers: signed({ by: [other, secret] }), secret })
  await verifyWebhook({ body, headers: signed(), secret: [other, secret] })
})

test('a changed, stale, unsigned or wrongly signed notification is refused', async () => {
  const refused = (headers: Record<string, string>, text = body): Promise<void> =>
    assert.rejects(verifyWebhook({ body: text, headers, secret }), WebhookError)
  await refused(signed(), body.replace('authorized', 'closed'))
  await refused({ ...signed(), 'Webhook-Id': 'msg-2' })
  await refused(signed({ at: new Date(Date.now() - 301_000) }))
  await refused(signed({ at: new Date(Date.now() + 310_000) }))
  await refused(signed({ by: [other] }))
  await refused({})
  await refused({ ...signed(), 'Webhook-Signature': 'v1,%%% v2,xx nothing' })
  await refused({ ...signed(), 'Webhook-Timestamp': 'NaN' })
  await refused(signed({ body: 'no json' }), 'no json')
})

test('a parsed body is refused, and nothing is verified without a secret', async () => {
  const headers = signed()
  await assert.rejects(verifyWebhook({ body: JSON.parse(body), headers, secret }), TypeError)
  await assert.rejects(verifyWebhook({ body, headers }), TypeError)
  await assert.rejects(verifyWebhook({ body, headers, secret: 'whsec_' }), TypeError)
})

test('the header of a webhook is compared in full', async () => {
  const header = { title: 'X-Hook', value: 'a-secret' }
  await verifyWebhook({ body, headers: { 'x-hook': 'a-secret' }, header })
  for (const value of ['a-secre', 'a-secret2', '', undefined])
    await assert.rejects(verifyWebhook({ body, headers: { 'X-Hook': value }, header }), WebhookError)
  await assert.rejects(
    verifyWebhook({ body, headers: { 'X-Hook': '' }, header: { title: 'X-Hook', value: '' } }),
    WebhookError,
  )
})

test('real notifications of the service are verified', async () => {
  const receiver = await openReceiver()
  const service = await startTestService({
    workers: true,
    env: { WEBHOOK_HOSTS: `shop.test=127.0.0.1:${receiver.port}` },
  })
  try {
    const shop = openShop(service.urls.uae, demoKey(1))
    const store = { 'x-merchant-code': 'demo_ae' }
    const header = { title: 'X-Hook', value: 'a-secret' }
    succeed(await shop.call('POST', '/api/v1/webhooks', { url: 'http://shop.test/hook', header }, store))
    const id = await shop.authorizedPayment()
    const [received] = await receiver.waitFor(1, (one) => one.body.status === 'authorized')
    assert.ok(received)
    const { notification } = await verifyWebhook({ body: received.text, headers: received.headers, header })
    assert.ok(isPaymentNotification(notification))
    assert.deepEqual([notification.id, notification.status], [id, 'authorized'])
  } finally {
    await service.close()
    await receiver.close()
  }
})

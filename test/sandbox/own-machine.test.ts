import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { succeed } from '../../testkit/client.ts'
import { listen } from '../../testkit/listen.ts'
import { openReceiver, type Receiver } from '../../testkit/receiver.ts'
import { retry } from '../../testkit/timeouts.ts'
import { assertRefused, openTestApi, type TestApi } from '../support/api.ts'

// A sandbox without WEBHOOK_HOSTS reaches a shop on its own machine.
let api: TestApi
let receiver: Receiver
before(async () => {
  receiver = await openReceiver()
  api = await openTestApi({ workers: true, runs: true })
})
after(async () => {
  await receiver.close()
  await api.close()
})

test('notifications are delivered to localhost and 127.0.0.1, and other private addresses are refused', async () => {
  const shop = (await api.newMerchant()).test
  for (const host of ['localhost', '127.0.0.1', 'host.docker.internal']) {
    const url = `http://${host}:${receiver.port}/${host}`
    const { id } = succeed(await shop.call('POST', '/api/v1/webhooks', { url })).body
    if (host === 'host.docker.internal') succeed(await shop.call('DELETE', `/api/v1/webhooks/${id}`))
  }
  const id = await shop.authorizedPayment('10.00')
  const received = await receiver.waitFor(2, ({ body }) => body.id === id)
  assert.deepEqual(received.map(({ path }) => path).sort(), ['/127.0.0.1', '/localhost'])
  for (const url of ['http://10.0.0.1:3000/', 'http://[::1]:3000/', 'http://127.0.0.1:5432/', 'http://db.internal/']) {
    assertRefused(await shop.call('POST', '/api/v1/webhooks', { url }), 400, 'invalid webhook url')
  }
  const live = (await api.newMerchant()).live
  const disputes = await live.call('POST', '/api/v1/dispute-webhooks', { url: 'http://localhost/d' }, ofStore)
  assert.equal(disputes.status, 200, disputes.text)
})

const ofStore = { 'x-merchant-code': 'main' }

test("the certificate opens a session's success address on the own machine", async () => {
  const visited: string[] = []
  const server = createServer((request, response) => {
    visited.push(request.url ?? '')
    response.end()
  })
  const port = await listen(server)
  const shop = (await api.newMerchant()).test
  const body = { scenarios: ['redirect'], idle: 'PT0.4S', longest: 'PT5S' }
  const { id } = succeed(await shop.call('POST', '/sandbox/certificate', body)).body.certificate
  const at = (end: string): string => `http://localhost:${port}/${end}`
  const urls = { success: at('success'), cancel: at('cancel'), failure: at('failure') }
  const session = succeed(await shop.checkout('10.00', {}, { merchant_urls: urls })).body
  await retry('the success address is opened', async () => visited.length > 0)
  assert.deepEqual(visited, [`/success?payment_id=${session.payment.id}`])
  succeed(await shop.call('DELETE', `/sandbox/certificate/${id}`))
  server.closeAllConnections()
  server.close()
})

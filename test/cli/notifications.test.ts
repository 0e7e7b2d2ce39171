import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { openSecrets } from '../../src/platform/adapters/secrets.ts'
import { listStores } from '../../src/platform/merchants/stores/stores.ts'
import { listWebhooks } from '../../src/platform/webhooks/endpoints/webhooks.ts'
import { resealSecrets } from '../../src/platform/webhooks/secrets/reseal-secrets.ts'
import { runQist } from '../../testkit/command.ts'
import { startProcess } from '../../testkit/processes.ts'
import { openReceiver, type Received, type Receiver } from '../../testkit/receiver.ts'
import { openShop, type Shop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'

const key = randomBytes(32).toString('hex')
let receiver: Receiver
let service: TestService
let shop: Shop
let merchant: string

before(async () => {
  // Settings for commands in this process.
  process.env['SECRETS_KEY'] = key
  receiver = await openReceiver()
  const hosts = `shop.test=127.0.0.1:${receiver.port}`
  const startAt = Date.now()
  service = await startTestService({ workers: true, startAt, env: { WEBHOOK_HOSTS: hosts, SECRETS_KEY: key } })
  const stores = [{ merchant_code: 'demo_ae', country: 'AE' }]
  const made = await openShop(service.urls.uae, '').call('POST', '/sandbox/merchants', {
    name: 'S',
    region: 'uae',
    stores,
  })
  merchant = made.body.merchant.id
  shop = openShop(service.urls.uae, made.body.keys.test.secret)
  const header = { title: 'X-Shop', value: 's3cret-header' }
  await shop.call('POST', '/api/v1/webhooks', { url: 'http://shop.test/hook', header })
})
after(async () => {
  await receiver.close()
  await service.close()
})
afterEach(() => {
  receiver.received.length = 0
})

async function qist(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runQist(service.database.url, service.app.config.dataDir, ...args)
  assert.equal(code, 0, stderr)
  return stdout
}

async function oneNotification(): Promise<Received> {
  const id = await shop.authorizedPayment('10.00')
  const [one] = await receiver.waitFor(1, (received) => received.body.id === id)
  assert.ok(one)
  return one
}

const verifies = (secret: string, { text, headers }: Received): boolean => {
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

test('a store signs from its first secret on, with two secrets during a rotation, and not after the last one is removed', async () => {
  const of = ['--merchant', merchant, '--store', 'DEMO_AE']
  assert.equal((await oneNotification()).headers['webhook-signature'], undefined)
  const first = JSON.parse(await qist('signing', 'rotate', ...of, '--json')).secret
  const signed = await oneNotification()
  assert.ok(verifies(first, signed))
  assert.ok(!verifies(first, { ...signed, text: signed.text.replace('1', '2') }))
  service.clock.advance(1_000)
  const second = JSON.parse(await qist('signing', 'rotate', ...of, '--overlap-hours', '1', '--json')).secret
  const both = await oneNotification()
  assert.ok(verifies(first, both) && verifies(second, both))
  assert.equal(JSON.parse(await qist('signing', 'list', ...of, '--json')).length, 2)
  service.clock.advance(2 * 3_600_000)
  const late = await oneNotification()
  assert.ok(!verifies(first, late))
})

test('a webhook is disabled and enabled by command', async () => {
  const list = async () => JSON.parse(await qist('webhook', 'list', '--merchant', merchant, '--json'))
  const [{ id, header, disabled }] = await list()
  assert.deepEqual([header, disabled], ['X-Shop', ''])
  await qist('webhook', 'disable', '--merchant', merchant, '--webhook', id)
  assert.notEqual((await list())[0].disabled, '')
  const untold = await shop.authorizedPayment('10.00')
  await qist('webhook', 'enable', '--merchant', merchant, '--webhook', id)
  await oneNotification()
  assert.ok(receiver.received.every((one) => one.body.id !== untold))
})

test('one notification, or all of a time range, are resent', async () => {
  const one = await oneNotification()
  const of = ['notifications', 'resend', '--merchant', merchant]
  await qist(...of, '--notification', String(one.headers['webhook-id']))
  await receiver.waitFor(2, (received) => received.headers['webhook-id'] === one.headers['webhook-id'])
  const shown = JSON.parse(
    await qist('notifications', 'list', '--merchant', merchant, '--payment', one.body.id, '--json'),
  )
  assert.equal(shown.length, 1)
  const since = new Date(service.clock.now()).toISOString()
  service.clock.advance(5_000)
  const later = [await oneNotification(), await oneNotification()]
  const from = new Date(Date.parse(since) + 5_000).toISOString()
  const sent = JSON.parse(await qist(...of, '--from', from, '--json'))
  assert.deepEqual(sent, { notifications: 2, deliveries: 2 })
  for (const { body } of later) await receiver.waitFor(2, (received) => received.body.id === body.id)
})

test('follow: prints events and forwards them to a local address', async () => {
  const forwardTo = await openReceiver()
  const args = [
    'notifications',
    'tail',
    '--merchant',
    merchant,
    '--forward',
    `http://127.0.0.1:${forwardTo.port}/local`,
  ]
  const tail = startProcess('bin/qist.js', args, {
    env: { ...process.env, DATABASE_URL: service.database.url, DATA_DIR: service.app.config.dataDir },
  })
  try {
    await tail.waitForLine(/Waiting/)
    // The first check marks existing events; later ones are printed.
    const deadline = Date.now() + 10_000
    while (forwardTo.received.length === 0 && Date.now() < deadline) await oneNotification()
    const [forwarded] = await forwardTo.waitFor(1)
    assert.equal(forwarded?.path, '/local')
    const original = receiver.received.find((one) => one.headers['webhook-id'] === forwarded?.headers['webhook-id'])
    assert.equal(forwarded?.text, original?.text)
    await tail.waitForLine(/announced/)
    await tail.waitForLine(/ 200 in \d+ ms from http:\/\/shop\.test\/hook/)
  } finally {
    tail.kill('SIGINT')
    assert.equal(await tail.waitForEnd(), 0)
    await forwardTo.close()
  }
})

test('after a change of SECRETS_KEY everything is re-encrypted, and the earlier key is no longer needed', async () => {
  const next = randomBytes(32).toString('hex')
  const changed = { ...service.app, secrets: openSecrets(next, [key]) }
  assert.ok((await resealSecrets(changed)) >= 2)
  assert.equal(await resealSecrets(changed), 0)
  const app = { ...service.app, secrets: openSecrets(next) }
  const [store] = await listStores(app, merchant)
  assert.ok(store)
  const set = { merchantId: merchant, storeId: store.id, isTest: true, family: 'payment' } as const
  assert.equal((await listWebhooks(app, set))[0]?.header?.value, 's3cret-header')
})

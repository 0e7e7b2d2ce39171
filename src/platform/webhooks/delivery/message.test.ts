import assert from 'node:assert/strict'
import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { openSigningKey } from '../../adapters/signing-key.ts'
import { type Message, messageRequest } from './message.ts'

const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`
const message: Message = {
  notificationId: '0197c3a0-0000-7000-8000-000000000001',
  sequence: 3,
  body: '{"status":"closed","meta":{"order":"ü"}}',
  url: 'https://shop.example/hook',
  header: { title: 'X-Shop-Auth', value: 's3cret' },
  signingSecrets: [],
}

test('a message has its id, time, sequence and header, and a signature only with secrets', () => {
  const request = messageRequest(message, 1_772_359_200_999)
  assert.deepEqual(request.headers, {
    'Content-Type': 'application/json',
    'Webhook-Id': message.notificationId,
    'Webhook-Timestamp': '1772359200',
    'Webhook-Sequence': '3',
    'User-Agent': 'Qist-Webhooks/1',
    'X-Shop-Auth': 's3cret',
  })
  assert.deepEqual([request.url, request.body], [message.url, message.body])
})

test("the merchant's own user agent replaces ours", () => {
  const { headers } = messageRequest({ ...message, header: { title: 'user-agent', value: 'mine' } }, 0)
  assert.deepEqual(
    Object.keys(headers).filter((name) => name.toLowerCase() === 'user-agent'),
    ['user-agent'],
  )
})

test('the published library verifies the signature under each of two overlapping secrets', () => {
  const [old, next] = [newSecret(), newSecret()]
  const { headers, body } = messageRequest({ ...message, signingSecrets: [next, old] }, Date.now())
  for (const secret of [old, next]) assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
  assert.throws(() => new Webhook(newSecret()).verify(body, headers))
})

test('one flipped bit of the body, the id or the time breaks the signature', () => {
  const secret = newSecret()
  const { headers, body } = messageRequest({ ...message, signingSecrets: [secret] }, Date.now())
  const bytes = Buffer.from(body)
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    assert.throws(() => new Webhook(secret).verify(changed, headers), `bit ${bit}`)
  }
  assert.throws(() => new Webhook(secret).verify(body, { ...headers, 'Webhook-Id': `${message.notificationId}1` }))
  const later = String(Number(headers['Webhook-Timestamp']) + 1)
  assert.throws(() => new Webhook(secret).verify(body, { ...headers, 'Webhook-Timestamp': later }))
})

test('a signed message is also signed by the key of the service, which anybody can check', () => {
  const signingKey = openSigningKey('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60')
  // The key pair of RFC 8032, section 7.1.
  assert.equal(signingKey.x, '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')
  const signed = messageRequest({ ...message, signingSecrets: [newSecret()], signingKey }, 1_772_359_200_999)
  const [v1, v1a, ...more] = (signed.headers?.['Webhook-Signature'] ?? '').split(' ')
  assert.match(v1 ?? '', /^v1,/)
  assert.match(v1a ?? '', /^v1a,/)
  assert.deepEqual(more, [])
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: signingKey.x }, format: 'jwk' })
  const content = `${message.notificationId}.1772359200.${message.body}`
  assert.ok(verify(null, Buffer.from(content), key, Buffer.from((v1a ?? '').slice(4), 'base64')))
})

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
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

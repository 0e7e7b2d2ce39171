import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../../test/support/database.ts'
import { hour } from '../base/times.ts'
import { openLog } from './log.ts'
import type { Message, MessageKind } from './messenger.ts'
import { openOutbox } from './outbox.ts'
import { openSecrets } from './secrets.ts'

const database = await openTestDatabase()
after(() => database.close())

const lines: string[] = []
const log = openLog('info', { write: (line: string) => void lines.push(line) })
const key = randomBytes(32).toString('hex')
let now = Date.parse('2026-03-01T10:00:00Z')
const clock = { now: () => now }
const open = (secretsKey = key) =>
  openOutbox({ db: database.db, secrets: openSecrets(secretsKey), clock, keptMs: 2 * hour, log })

/** The outbox's messages on this subject, without their ids. */
async function listed(about: string): Promise<Message[]> {
  const messages = await open().list(about)
  return messages.map(({ merchantId, to, text, about, kind, isTest, at }) => {
    return { merchantId, to, text, about, kind, isTest, at }
  })
}

function newMessage() {
  const text = 'Your code is "123456"\n'
  const kind: MessageKind = 'code'
  return {
    merchantId: randomUUID(),
    to: '+971500000001',
    text,
    about: randomUUID(),
    kind,
    isTest: true,
    at: now + hour,
  }
}

test('a message can be read through any process by its session, and by no other session', async () => {
  const [first, second] = [newMessage(), { ...newMessage(), text: 'another' }]
  await open().send(first)
  now += 1
  await open().send({ ...second, merchantId: first.merchantId, about: first.about })
  assert.deepEqual(await listed(first.about), [first, { ...second, merchantId: first.merchantId, about: first.about }])
  assert.deepEqual(await listed(second.about), [])
})

test('a message is listed for its phone to its own merchant in its own mode, on any subject', async () => {
  const [first, other] = [newMessage(), newMessage()]
  const [phone, merchantId] = ['+971500000777', first.merchantId]
  const sent = [
    { ...first, to: phone },
    { ...newMessage(), merchantId, to: phone, kind: 'collected' as const, text: 'paid' },
  ]
  const unseen = [
    { ...newMessage(), merchantId, to: '+971500000778' },
    { ...newMessage(), merchantId, to: phone, isTest: false },
    { ...other, to: phone },
  ]
  for (const message of [...sent, ...unseen]) {
    await open().send(message)
    now += 1
  }
  const found = await open().listTo(merchantId, true, phone)
  assert.deepEqual(
    found.map(({ kind, text, about }) => ({ kind, text, about })),
    sent.map(({ kind, text, about }) => ({ kind, text, about })),
  )
  assert.equal(new Set(found.map(({ id }) => id)).size, 2)
  assert.deepEqual(await open(randomBytes(32).toString('hex')).listTo(merchantId, true, phone), [])
})

test('neither the log nor the database shows a code, and the log shows no phone', async () => {
  const message = newMessage()
  await open().send(message)
  assert.ok(lines.length > 0)
  // Ids are random, and may have any digits.
  const logged = lines.join().replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
  assert.doesNotMatch(logged, /123456|9715/)
  const rows = await database.query(`select row::text as text from outbox_messages as row`)
  const bytes = Buffer.from('123456').toString('hex')
  for (const { text } of rows) assert.doesNotMatch(String(text), new RegExp(`123456|${bytes}`))
})

test('a message that was encrypted with a missing key is left out', async () => {
  const [message, other] = [newMessage(), newMessage()]
  await open(randomBytes(32).toString('hex')).send(message)
  await open().send({ ...other, about: message.about })
  assert.deepEqual(await listed(message.about), [{ ...other, about: message.about }])
})

test('messages are kept for the configured time', async () => {
  const message = newMessage()
  await open().send(message)
  now += 2 * hour - 1
  await open().forgetOld()
  assert.equal((await listed(message.about)).length, 1)
  now += 1
  assert.ok((await open().forgetOld()) >= 1)
  assert.deepEqual(await listed(message.about), [])
})

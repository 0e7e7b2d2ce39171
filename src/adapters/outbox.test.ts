import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/support/database.ts'
import { hour } from '../base/times.ts'
import { openLog } from './log.ts'
import { openOutbox } from './outbox.ts'
import { openSecrets } from './secrets.ts'

const database = await openTestDatabase()
after(() => database.close())

const lines: string[] = []
const log = openLog('info', { write: (line: string) => void lines.push(line) })
const key = randomBytes(32).toString('hex')
let now = Date.parse('2026-03-01T10:00:00Z')
const clock = { now: () => now }
const open = (secretsKey = key) => openOutbox({ db: database.db, secrets: openSecrets(secretsKey), clock, log })

function newMessage() {
  const text = 'Your code is "123456"\n'
  return { merchantId: randomUUID(), to: '+971500000001', text, about: randomUUID(), at: now + hour }
}

test('a message is there for who asks any process about its session, and for nobody else', async () => {
  const [first, second] = [newMessage(), { ...newMessage(), text: 'another' }]
  await open().send(first)
  now += 1
  await open().send({ ...second, merchantId: first.merchantId, about: first.about })
  const listed = await open().list(first.about)
  assert.deepEqual(listed, [first, { ...second, merchantId: first.merchantId, about: first.about }])
  assert.deepEqual(await open().list(second.about), [])
})

test('neither the log nor the database can be read for a code, and the log has no phone', async () => {
  const message = newMessage()
  await open().send(message)
  assert.ok(lines.length > 0)
  assert.doesNotMatch(lines.join(), /123456|9715/)
  const rows = await database.query(`select row::text as text from outbox_messages as row`)
  const bytes = Buffer.from('123456').toString('hex')
  for (const { text } of rows) assert.doesNotMatch(String(text), new RegExp(`123456|${bytes}`))
})

test('a message that was encrypted with a key which is not at hand is left out', async () => {
  const [message, other] = [newMessage(), newMessage()]
  await open(randomBytes(32).toString('hex')).send(message)
  await open().send({ ...other, about: message.about })
  assert.deepEqual(await open().list(message.about), [{ ...other, about: message.about }])
})

test('messages are kept for an hour', async () => {
  const message = newMessage()
  await open().send(message)
  now += hour - 1
  await open().forgetOld()
  assert.equal((await open().list(message.about)).length, 1)
  now += 1
  assert.ok((await open().forgetOld()) >= 1)
  assert.deepEqual(await open().list(message.about), [])
})

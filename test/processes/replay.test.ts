import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replayLimits } from '../../src/platform/webhooks/replays/replay.ts'
import { addNotifications } from '../../testkit/add-notifications.ts'
import { signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { openReceiver, type Received } from '../../testkit/receiver.ts'
import { retry } from '../../testkit/timeouts.ts'
import { confirmationIn } from '../pages/shown-forms.ts'
import { openTestDatabase } from '../support/database.ts'
import { cleanUp, newDataDir, startService, until } from '../support/service-process.ts'

const payments = 100
const each = 5
/** The receiver answers for this time, then fails for this time. */
const turnMs = 1_000
/** Fewer than after which a notification is given up. */
const mostFailures = 3

test('replay: 500 notifications come once each and in order, from two processes to an address that is down half of the time, while both are killed in turn', async () => {
  const database = await openTestDatabase()
  cleanUp(() => database.close())
  const receiver = await openReceiver()
  cleanUp(() => receiver.close())
  const accepted: Received[] = []
  const failures = new Map<unknown, number>()
  receiver.answer = (one, response) => {
    const id = one.headers['webhook-id']
    const failed = failures.get(id) ?? 0
    // A notification is given up after five failures: on a slow machine one might meet the address down each time.
    const isDown = Math.floor(one.at / turnMs) % 2 === 0 && failed < mostFailures
    if (isDown) failures.set(id, failed + 1)
    if (!isDown) accepted.push(one)
    response.writeHead(isDown ? 503 : 200).end()
  }
  const service = await startService({
    ...{ PROCESSES: '2', DATABASE_URL: database.url, DATA_DIR: newDataDir(), LOG_LEVEL: 'info' },
    ...{ WEBHOOK_HOSTS: `shop.test=127.0.0.1:${receiver.port}`, WEBHOOK_RETRY_SECONDS: '1,1,1,1' },
  })
  const webhook = succeed(await service.uae.call('POST', '/api/v1/webhooks', { url: 'https://shop.test/hook' })).body
  const from = Date.now() - 3_600_000
  const many = { webhookId: webhook.id, payments, each, from }
  const ids = await addNotifications(database.query, { ...many, state: 'failed' })

  const admin = await signInAt(service.uae.baseUrl, 'admin@demo.test')
  const page = `/dashboard/test/webhooks/${webhook.id}`
  assert.match((await admin.get(page)).text, /The oldest event that has not arrived is from/)
  const question = await admin.send(`${page}/replays`, {
    from: new Date(from - 60_000).toISOString(),
    which: 'missing',
  })
  assert.match(question.text, /Their number: 500\./)
  const fields = confirmationIn(question.text)
  const sent = await Promise.all(Array.from({ length: 6 }, () => admin.send(`${page}/replays`, fields)))
  assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([303]))
  const progress = sent[0]?.location.replace(/\?.*/, '') ?? ''
  assert.match((await admin.get(progress)).text, /http-equiv="refresh" content="10;url=/)

  const serving = (): Map<number, number> => {
    const lines = service.process.lines.filter((line) => line.includes('"a process serves"'))
    return new Map(lines.map((line) => JSON.parse(line)).map(({ serving_process, pid }) => [serving_process, pid]))
  }
  for (const [number, count] of [1, 2].map((one) => [one, one * 130] as const)) {
    await until(() => accepted.length > count, 60_000)
    process.kill(serving().get(number) ?? 0, 'SIGKILL')
  }
  const ended = `select from webhook_replays where ended_at is not null`
  await retry('the replay is over', async () => (await database.query(ended)).length > 0, { timeoutMs: 120_000 })
  const [row] = await database.query('select delivered, failed, total, state from webhook_replays')
  assert.deepEqual(row, { delivered: 500, failed: 0, total: 500, state: 'finished' })

  await retry('its page says so', () =>
    admin.get(progress).then(
      ({ text }) => text.includes('Everything has arrived'),
      // A connection to the killed process.
      () => false,
    ),
  )
  const times = Map.groupBy(accepted, ({ headers }) => String(headers['webhook-id']))
  assert.deepEqual([...times.keys()].sort(), ids.toSorted())
  // Answers that a killed process could not record: these notifications are sent once more, as after every crash.
  assert.ok(accepted.length - ids.length <= 2 * replayLimits.underWay, `${accepted.length - ids.length} twice`)
  const firsts = [...times.values()].map(([first]) => first ?? assert.fail())
  for (const ofOne of Map.groupBy(firsts, ({ body }) => body.id).values()) {
    const sequences = ofOne.map(({ headers }) => headers['webhook-sequence'])
    assert.deepEqual(sequences, ['1', '2', '3', '4', '5'])
  }
})

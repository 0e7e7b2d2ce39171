import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { allQueues, measureQueues } from '../src/entries/queues.ts'
import { countedEvents, queues } from '../src/platform/adapters/counted-events.ts'
import { version } from '../src/platform/base/version.ts'
import { sessionOptions } from '../src/platform/db/connection.ts'
import { serviceLimits } from '../src/platform/db/limits.ts'
import { liveRichly, openStage, type Stage } from './support/rich-life.ts'
import { readSamples, type Samples } from './support/samples.ts'

let stage: Stage

before(async () => {
  stage = await openStage()
  await liveRichly(stage)
})
after(() => stage.close())

async function scrape(): Promise<Samples> {
  return readSamples(await (await fetch(`${stage.service.urls.uae}/metrics`)).text())
}

test('every event is counted once, by mode', async () => {
  const samples = await scrape()
  const counted = (what: string, event: string): number => samples.value(`qist_${what}_total`, { event, mode: 'live' })
  for (const [what, event] of [
    ['payments', 'create'],
    ['payments', 'authorize'],
    ['payments', 'capture'],
    ['payments', 'refund'],
    ['payments', 'collect'],
    ['disputes', 'dispute_created'],
    ['charges', 'approve'],
    ['charges', 'decline'],
    ['returns', 'confirm'],
    ['messages', 'send'],
    ['deliveries', 'deliver'],
    ['settlements', 'close'],
    ['payouts', 'make'],
    ['payouts', 'pay'],
  ] as const) {
    assert.ok(counted(what, event) > 0, `${what} ${event}`)
  }
  const [{ captures }] = (await stage.service.database.query(
    `select count(*)::int as captures from payment_timeline where move = 'capture'`,
  )) as [{ captures: number }]
  assert.equal(counted('payments', 'capture'), captures)
  assert.equal(samples.value('qist_payments_total', { event: 'capture', mode: 'test' }), 0)
})

test('a rolled back change is not counted', async () => {
  const { db } = stage.service.app
  const happened: string[] = []
  await assert.rejects(
    db.transaction(async (tx) => {
      tx.afterCommit(() => happened.push('undone'))
      throw new Error('undone')
    }),
  )
  await db.transaction(async (tx) => {
    tx.afterCommit(() => happened.push('committed'))
    assert.deepEqual(happened, [])
  })
  assert.deepEqual(happened, ['committed'])
})

test('every queue has its length and the age of its oldest item', async () => {
  const { app, clock, database } = stage.service
  // A dispatcher would deliver what is made due below.
  await stage.stopNotifying()
  assert.deepEqual(new Set(allQueues.map(({ name }) => name)), new Set(queues))
  await measureQueues(app)
  const before = await scrape()
  assert.equal(before.value('qist_queue_oldest_seconds', { queue: 'deliveries' }), 0)
  const at = new Date(clock.now() - 90_000).toISOString()
  await database.query(`update deliveries set state = 'waiting', claim = gen_random_uuid(), next_attempt_at = '${at}'`)
  await measureQueues(app)
  const later = await scrape()
  assert.equal(later.value('qist_queue_oldest_seconds', { queue: 'deliveries' }), 90)
  assert.ok(later.value('qist_queue_waiting', { queue: 'deliveries' }) > 0)
  await database.query(`update deliveries set state = 'delivered', claim = null, next_attempt_at = null`)
  await measureQueues(app)
  assert.equal((await scrape()).value('qist_queue_waiting', { queue: 'deliveries' }), 0)
})

test('waiting items of growing tables are found along an index', async () => {
  // With the settings of the service: see sessionOptions.
  const options = sessionOptions(serviceLimits, 'service')
  const client = new pg.Client({ ...stage.service.database.connection, options })
  await client.connect()
  try {
    for (const { name, statement } of allQueues) {
      await client.query(`prepare ${name} as ${statement.text}`)
      const { rows } = await client.query(`explain execute ${name} ('2026-03-01', 1000)`)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      // These have rows of the last seconds only, and gaps exist only after an update.
      const scanned = plan.match(/Seq Scan on (?!payment_count_changes|unsealed_entries|payment_search_gaps)\w+/)
      assert.equal(scanned, null, `${name}\n${plan}`)
      assert.match(plan, /Limit/, name)
    }
  } finally {
    await client.end()
  }
})

test('labels have words of closed lists: no ids and no typed texts', async () => {
  const text = await (await fetch(`${stage.service.urls.uae}/metrics`)).text()
  assert.doesNotMatch(text, /[0-9a-f]{8}-[0-9a-f]{4}-/)
  assert.doesNotMatch(text, /@|\+\d{6}|secret=|shop\.test|127\.0\.0\.1/)
  const samples = readSamples(text)
  const ours = samples.all.filter(({ name }) => name.startsWith('qist_'))
  for (const { name, labels } of ours) {
    const { le: _, ...words } = labels
    for (const word of Object.values(words)) assert.match(word, /^[\w :/.*'-]{1,60}$/, name)
  }
  // Each of these has every word from the start; the code fixes the operations and works.
  for (const [what, events] of Object.entries(countedEvents)) {
    const counted = new Set(
      ours.filter(({ name }) => name === `qist_${what}_total`).map(({ labels }) => labels['event']),
    )
    assert.deepEqual(counted, new Set(events))
  }
  assert.equal(samples.value('qist_build_info', { version }), 1)
  assert.ok(ours.length < 2_500, `${ours.length}`)
})

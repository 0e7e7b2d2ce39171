import { randomUUID } from 'node:crypto'
import { tellStory } from '../src/money/explain/story.ts'
import { storyWire } from '../src/money/explain/wire.ts'
import { capturePayment } from '../src/money/payments/capture-payment.ts'
import { refundPayment } from '../src/money/payments/refund-payment.ts'
import type { App } from '../src/platform/app/app.ts'
import { int4 } from '../src/platform/db/columns.ts'
import type { Queryable } from '../src/platform/db/db.ts'
import { defineStatement } from '../src/platform/db/statement.ts'
import type { Caller } from '../src/platform/merchants/caller.ts'
import type { Query } from '../testkit/query.ts'
import { closedLoop } from './loops.ts'
import { type Figure, median, tailPercentile } from './measure.ts'
import { writeWebhooks } from './notification-seed.ts'
import { idsOf, seedAuthorized } from './seed.ts'
import type { TestEnvironment } from './test-environment.ts'

const payments = 100_000
const merchants = 10_000
const movements = 50
const notifications = 300
const stories = 1_000
const warmUpStories = 200

const nothing = defineStatement('bench_nothing', {}, { one: int4 }, 'select 1 as one')

/** Measures the story of a payment with very many events, among many payments of many merchants. */
export async function benchExplain(
  { app, query }: Pick<TestEnvironment, 'app' | 'query'>,
  actor: Caller,
): Promise<Figure[]> {
  const id = await seedLife(app, query, actor)
  const measure = async (call: () => Promise<void>): Promise<readonly number[]> => {
    await closedLoop(warmUpStories, 1, call)
    return (await closedLoop(stories, 1, call)).latencies
  }
  const known = await measure(() => tell(app, id))
  const unknown = await measure(async () => void (await tellStory(app, randomUUID())))
  const trips = await countStatements(app, (counting) => tell(counting, id))
  const plain = await measure(async () => {
    for (let trip = 0; trip < trips; trip += 1) await app.db.run(nothing, {})
  })
  const name = `story of ${movements} captures, ${movements} refunds and ${notifications} notifications among ${payments.toLocaleString('en')} payments of ${merchants.toLocaleString('en')} merchants`
  const limit = (value: number) => ({ name: `${trips} plain round trips, one after the other`, value })
  return [
    { name: `${name}, p50`, unit: 'ms', value: median(known), limit: limit(median(plain)) },
    {
      name: `${name}, p99`,
      unit: 'ms',
      value: tailPercentile(known, 99),
      goal: { atMost: 100 },
      limit: limit(tailPercentile(plain, 99)),
    },
    { name: `finding that no merchant has a payment, p50`, unit: 'ms', value: median(unknown) },
  ]
}

/** Makes the payment with many events. Returns its id. */
async function seedLife(app: App, query: Query, actor: Caller): Promise<string> {
  const [id = ''] = idsOf(await seedAuthorized(query, payments, 'e0b1a10e'))
  await writeMerchants(query, id)
  await writeLife(app, query, actor, id)
  return id
}

async function tell(app: App, id: string): Promise<void> {
  const story = await tellStory(app, id)
  if (story === undefined) throw new Error('the payment is not there')
  const { events } = storyWire(story)
  const count = events.filter(({ what }) => what === 'notification').length
  if (count !== notifications) throw new Error(`${count} of ${notifications} notifications are told`)
}

async function countStatements(app: App, call: (app: App) => Promise<void>): Promise<number> {
  let count = 0
  const run: Queryable['run'] = (statement, params) => {
    count += 1
    return app.db.run(statement, params)
  }
  await call({ ...app, db: { ...app.db, run } })
  return count
}

/** Writes other merchants with some of the payments. All of them are searched before the one that has this payment. */
async function writeMerchants(query: Query, id: string): Promise<void> {
  const numbered = (n: string): string => `('00000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
  const inTurn = `('x' || right(id::text, 8))::bit(32)::int % ${merchants} + 1`
  await query(`
    insert into merchants (merchant_id, name, region, created_at)
    select ${numbered('n')}, 'Merchant ' || n, 'uae', now() from generate_series(1, ${merchants}) as n;
    update payments set merchant_id = ${numbered(inTurn)} where id <> '${id}';
    analyze merchants; analyze payments`)
}

async function writeLife(app: App, query: Query, actor: Caller, id: string): Promise<void> {
  await writeWebhooks(query, ['http://shop.test/hook'])
  await query(othersAnnounced)
  await query(charged(id))
  const amount = '6.80'
  for (let n = 1; n <= movements; n += 1) await capturePayment(app, actor, id, { amount, reference_id: `c${n}` })
  for (let n = 1; n <= movements; n += 1) await refundPayment(app, actor, id, { amount, reference_id: `r${n}` })
  await query(announced(id))
}

const othersAnnounced = `
  insert into notifications (merchant_id, id, family, store_id, is_test, payment_id, sequence, body, created_at)
  select merchant_id, gen_random_uuid(), 'payment', store_id, true, id, 1, '{"status":"authorized"}', created_at from payments`

const charged = (id: string): string => `
  insert into collections (merchant_id, id, is_test, version, phone, currency, lang, authorized_at, card_token, card_brand,
    card_last_four, card_expiry_month, card_expiry_year, card_since, network_reference, is_failing)
  select merchant_id, id, true, 1, '', currency, 'en', authorized_at, 'sandbox:accept:bench', 'visa', '4242', 12, 2040,
    authorized_at, '', false
  from payments where id = '${id}';
  insert into charges (merchant_id, id, payment_id, kind, is_test, state, phone, card_token, card_brand, card_last_four,
    card_expiry_month, card_expiry_year, currency, amount_minor, network_reference, reference, created_at, settled_at)
  select merchant_id, gen_random_uuid(), id, 'first', true, 'approved', '', 'sandbox:accept:bench', 'visa', '4242', 12, 2040,
    currency, paid_minor, '', '', authorized_at, authorized_at
  from payments where id = '${id}'`

/** SQL that adds notifications up to the limit, each with an attempt that the webhook has answered. */
const announced = (id: string): string => `
  insert into notifications (merchant_id, id, family, store_id, is_test, payment_id, sequence, body, created_at)
  select known.merchant_id, gen_random_uuid(), 'payment', known.store_id, true, known.payment_id, 1000 + n, known.body, known.created_at
  from (select * from notifications where payment_id = '${id}' order by sequence desc limit 1) as known,
    generate_series(1, ${notifications} - (select count(*)::int from notifications where payment_id = '${id}')) as n;
  insert into deliveries (merchant_id, id, notification_id, webhook_id, state, attempts)
  select event.merchant_id, gen_random_uuid(), event.id, webhook.id, 'delivered', 1
  from notifications as event join webhooks as webhook using (merchant_id) where event.payment_id = '${id}'
  on conflict (merchant_id, notification_id, webhook_id) do update set state = 'delivered', attempts = 1, next_attempt_at = null;
  insert into delivery_attempts (merchant_id, delivery_id, number, at, status, duration_ms, answer)
  select merchant_id, id, 1, now(), 200, 12, 'ok' from deliveries;
  analyze notifications; analyze deliveries; analyze delivery_attempts`

import type { App } from '../src/platform/app/app.ts'
import { newOrderedId } from '../src/platform/base/ids.ts'
import { array, timestamptz, uuid } from '../src/platform/db/columns.ts'
import { defineStatement } from '../src/platform/db/statement.ts'
import type { Query } from '../testkit/query.ts'

const store = `(select id from stores where merchant_code = 'demo_ae')`
const merchant = `(select merchant_id from stores where merchant_code = 'demo_ae')`

/** Replaces the first demo merchant's webhooks and deletes its deliveries. Returns the webhooks' ids in order. */
export async function writeWebhooks(query: Query, urls: readonly string[]): Promise<string[]> {
  const ids = urls.map(() => newOrderedId())
  const rows = urls.map((url, n) => `(${merchant}, '${ids[n]}', 'payment', ${store}, true, '${url}', '${url}', now())`)
  const insert = `insert into webhooks (merchant_id, id, family, store_id, is_test, url, normalised_url, created_at)
    values ${rows.join(', ')};`
  await query(`
    truncate notifications, deliveries, delivery_attempts;
    delete from webhooks;
    ${rows.length === 0 ? '' : insert}
    analyze webhooks;`)
  return ids
}

/** Writes `count` waiting notifications, in turns for each webhook. */
export async function writeBacklog(query: Query, count: number): Promise<void> {
  const body = `'{"id":"' || gen_random_uuid() || '","status":"authorized","padding":"${'x'.repeat(500)}"}'`
  await query(`
    insert into notifications (merchant_id, id, family, store_id, is_test, payment_id, sequence, body, created_at)
    select ${merchant}, gen_random_uuid(), 'payment', ${store}, true, gen_random_uuid(), 1, (${body})::json, now()
    from generate_series(1, ${count});
    insert into deliveries (merchant_id, id, notification_id, webhook_id, next_attempt_at)
    select notification.merchant_id, gen_random_uuid(), notification.id, webhook.id, now()
    from (select *, row_number() over () as n from notifications) as notification
    join (select *, row_number() over () - 1 as n, count(*) over () as total from webhooks) as webhook
      on notification.n % webhook.total = webhook.n;
    analyze notifications; analyze deliveries;`)
}

const insertAnnounced = defineStatement(
  'bench_announce',
  { ids: array(uuid), webhookIds: array(uuid), at: timestamptz },
  {},
  `with event as (
     select * from unnest(:ids::uuid[], :webhookIds::uuid[]) as event (id, webhook_id)
   ), announced as (
     insert into notifications (merchant_id, id, family, store_id, is_test, payment_id, sequence, body, created_at)
     select webhook.merchant_id, event.id, 'payment', webhook.store_id, true, event.id, 1, '{"status":"authorized"}', :at
     from event join webhooks as webhook on webhook.id = event.webhook_id
   )
   insert into deliveries (merchant_id, id, notification_id, webhook_id, next_attempt_at)
   select webhook.merchant_id, gen_random_uuid(), event.id, webhook.id, :at
   from event join webhooks as webhook on webhook.id = event.webhook_id`,
)

/** Announces one event for each webhook, as a change does. Returns their ids. */
export async function announce(app: App, webhookIds: readonly string[]): Promise<string[]> {
  const ids = webhookIds.map(() => newOrderedId())
  await app.db.run(insertAnnounced, { ids, webhookIds, at: app.clock.now() })
  app.deliveriesDue.wake()
  return ids
}

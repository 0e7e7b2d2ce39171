import type { Query } from './query.ts'

/**
 * Writes `count` disputes of one merchant directly to the database, one second apart, the newest at the given moment.
 * Every tenth is new, the others are declined.
 */
export async function writeDisputes(
  database: { readonly query: Query },
  merchantId: string,
  count: number,
  newestAt: number,
): Promise<void> {
  const newest = new Date(newestAt).toISOString()
  await database.query(
    `insert into disputes (merchant_id, id, payment_id, store_id, version, status, reason, currency, amount_minor,
       customer_email, comment, order_number, items, attachment_ids, created_at, due_at, has_merchant_evidence, announced)
     select '${merchantId}', gen_random_uuid(), gen_random_uuid(), '${merchantId}', 1, made.status, 'not_delivered', 'AED',
       made.number, 'sara@example.com', 'where is it?', made.number::text,
       '[{"reference_id":"SKU-1","title":"Linen shirt","unit_price":"160.00"}]', '{}', made.at,
       case made.status when 'new' then '${newest}'::timestamptz + interval '14 days' end, false, 1
     from (select number, case when number % 10 = 0 then 'new' else 'declined' end as status,
         '${newest}'::timestamptz - (number - 1) * interval '1 second' as at
       from generate_series(1, ${count}) as number) as made`,
  )
}

import type { TestDatabase } from './database.ts'

export interface ManyPayments {
  readonly merchantId: string
  readonly storeId: string
  readonly count: number
  /** The creation time of the newest payment. Each older one is `secondsApart` earlier. */
  readonly newestAt: number
  readonly secondsApart: number
}

/**
 * Inserts test payments of every state with SQL and without counts. Of ten, one is refunded, one cancelled, two
 * authorized, one expired, one rejected and the others captured. Pairs share one second of creation.
 */
export async function writePayments(database: Pick<TestDatabase, 'query'>, payments: ManyPayments): Promise<void> {
  const { merchantId, storeId, count, newestAt, secondsApart } = payments
  const newest = new Date(newestAt).toISOString()
  await database.query(
    `insert into payments (merchant_id, id, store_id, is_test, version, status, currency, amount_minor, captured_minor,
       refunded_minor, order_reference, created_at, expires_at)
     select '${merchantId}', id, '${storeId}', true, 1, status, 'AED', 100, captured, refunded, number::text, at,
       at + interval '1 year'
     from (
       select gen_random_uuid() as id, number,
         '${newest}'::timestamptz - (number / 2 * ${2 * secondsApart}) * interval '1 second' as at,
         (array['CLOSED', 'CLOSED', 'AUTHORIZED', 'AUTHORIZED', 'EXPIRED', 'REJECTED', 'CLOSED', 'CLOSED', 'CLOSED', 'CLOSED'])
           [number % 10 + 1] as status,
         case when number % 10 in (2, 3, 4, 5, 1) then 0 else 100 end as captured,
         case when number % 10 = 0 then 100 else 0 end as refunded
       from generate_series(1, ${count}) as number
     ) as made;
     insert into payment_orders (merchant_id, payment_id, body)
     select merchant_id, id, '{}' from payments where merchant_id = '${merchantId}'
     on conflict do nothing;
     insert into payment_timeline (merchant_id, payment_id, version, move, actor, request_id, at, status_after, amount_minor)
     select merchant_id, id, 1, 'create', 'seed', '', created_at, status, 100 from payments where merchant_id = '${merchantId}'
     on conflict do nothing;
     analyze payments, payment_orders, payment_timeline`,
  )
}

/** Announces the counts of all stored payments, as the statements that create payments do. */
export async function announcePayments(database: Pick<TestDatabase, 'query'>, merchantId: string): Promise<void> {
  await database.query(
    `insert into payment_count_changes (merchant_id, is_test, store_id, currency, created_at, listed_as)
     select merchant_id, is_test, store_id, currency, created_at, listed_as from payments where merchant_id = '${merchantId}'`,
  )
}

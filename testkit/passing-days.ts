import type { Query } from './query.ts'

/** The rows that a period of time adds to a store, and that retention deletes later. */
export interface PassingDay {
  /** The store's code. */
  readonly merchantCode: string
  /** The time of all events, in milliseconds since 1970. */
  readonly at: number
  /** Unfinished sessions with an opened page: half of them expired, half were rejected. */
  readonly unfinished: number
  /**
   * Purchases. Only the rows that are deleted later are written: a message, and three notifications with a delivery and
   * an attempt each.
   */
  readonly bought: number
}

/** Writes the rows directly to the tables. The ids sort by time of creation, as the service's ids do. */
export async function writePassingDay(query: Query, day: PassingDay): Promise<void> {
  const { merchantCode, at, unfinished, bought } = day
  const ms = at.toString(16).padStart(12, '0')
  const at$ = `to_timestamp(${at / 1_000})`
  const id = `('${ms.slice(0, 8)}-${ms.slice(8)}-7' || substr(md5(random()::text), 1, 3) || '-8' || substr(md5(random()::text), 1, 3) || '-' || lpad(to_hex(n), 12, '0'))::uuid`
  await query(`
    create temp table passing as
    select store.merchant_id, store.id as store_id, n, ${id} as id, gen_random_uuid() as session_id,
      case n % 2 when 0 then 'EXPIRED' else 'REJECTED' end as status
    from stores as store, generate_series(1, ${Math.max(unfinished, bought)}) as n where store.merchant_code = '${merchantCode}';
    insert into payments (merchant_id, id, store_id, is_test, version, status, currency, amount_minor, order_reference, created_at,
      expires_at, expired_at, announced)
    select merchant_id, id, store_id, true, 2, status, 'AED', 34000, 'order-' || n, ${at$}, ${at$}, case status when 'EXPIRED' then ${at$} end, 0
    from passing where n <= ${unfinished};
    insert into payment_orders (merchant_id, payment_id, body)
    select merchant_id, id, '{"buyer":{"name":"Sara Ali","email":"sara@example.com","phone":"+971500000001"}}' from passing where n <= ${unfinished};
    insert into payment_timeline (merchant_id, payment_id, version, move, actor, request_id, at, status_before, status_after, amount_minor)
    select merchant_id, id, version, case version when 1 then 'create' else lower(left(status, 6)) end, 'seed', '', ${at$},
      case version when 2 then 'CREATED' end, case version when 1 then 'CREATED' else status end, case version when 1 then 34000 end
    from passing, (values (1), (2)) as step (version) where n <= ${unfinished};
    insert into payment_search_terms (merchant_id, payment_id, created_at, is_test, term)
    select merchant_id, id, ${at$}, true, term from passing,
      lateral (values ('rorder-' || n), ('esara@example.com'), ('p100000005179'), ('a0000000340000')) as found (term)
    where n <= ${unfinished};
    insert into sessions (merchant_id, id, payment_id, store_id, is_test, lang, created_at, expires_at)
    select merchant_id, session_id, id, store_id, true, 'en', ${at$}, ${at$} from passing where n <= ${unfinished};
    insert into visits (merchant_id, session_id, version, phone, code_sends, wrong_tries, cards_given, declines, opened_at)
    select merchant_id, session_id, 1, '', 0, 0, 0, 0, ${at$} from passing where n <= ${unfinished};
    insert into visit_changes (merchant_id, is_test, currency, created_at, step)
    select merchant_id, true, 'AED', ${at$}, 'opened' from passing where n <= ${unfinished};
    insert into payment_count_changes (merchant_id, is_test, store_id, currency, created_at, listed_as)
    select merchant_id, true, store_id, 'AED', ${at$}, lower(status) from passing where n <= ${unfinished};
    insert into customer_messages (merchant_id, payment_id, kind, event, is_test, phone, text, at, state)
    select merchant_id, id, 'collected', '1', true, '+971500000001', 'Your payment of 85.00 AED was collected', ${at$}, 'sent'
    from passing where n <= ${bought};
    insert into notifications (merchant_id, id, family, store_id, is_test, payment_id, sequence, body, created_at)
    select merchant_id, ('${ms.slice(0, 8)}-${ms.slice(8)}-7' || lpad(sequence::text, 3, '0') || '-8' || right(id::text, 16))::uuid, 'payment',
      store_id, true, id, sequence, json_build_object('id', id, 'padding', repeat('x', 300)), ${at$}
    from passing, generate_series(1, 3) as sequence where n <= ${bought};
    with added as (
      insert into deliveries (merchant_id, id, notification_id, webhook_id, state, attempts)
      select merchant_id, gen_random_uuid(), id, gen_random_uuid(), 'delivered', 1 from notifications
      where created_at = ${at$} and sequence > 0 and payment_id in (select id from passing where n <= ${bought})
      returning merchant_id, id
    )
    insert into delivery_attempts (merchant_id, delivery_id, number, at, status, duration_ms, answer)
    select merchant_id, id, 1, ${at$}, 200, 12, 'ok' from added;
    drop table passing`)
}

/** Returns the bytes of each table with its indexes. */
export async function sizesOf(query: Query, tables: readonly string[]): Promise<ReadonlyMap<string, number>> {
  // On a cluster the bytes are in the shards.
  const [place] = await query(`select to_regproc('citus_total_relation_size') is not null as is_cluster`)
  const sizeOf = (table: string): string =>
    place?.['is_cluster'] === true
      ? `citus_total_relation_size('${table}')`
      : `pg_table_size('${table}') + pg_indexes_size('${table}')`
  const sizes = tables.map((table) => `('${table}', ${sizeOf(table)})`)
  const rows = await query(`select name, bytes::float8 from (values ${sizes.join(', ')}) as size (name, bytes)`)
  return new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)]))
}

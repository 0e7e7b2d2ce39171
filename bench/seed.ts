import type { Query } from '../testkit/query.ts'

/** Payments whose ids are numbered: the prefix and twelve hexadecimal digits. */
export interface Payments {
  readonly prefix: string
  readonly first: number
  readonly count: number
}

export function idsOf({ prefix, first, count }: Payments): string[] {
  return Array.from({ length: count }, (_, index) => prefix + (first + index).toString(16).padStart(12, '0'))
}

/** Returns a function that takes some of these payments, each only once. It throws if too few are left. */
export function supplyOf(payments: Payments): (count: number) => Payments {
  let used = 0
  return (count) => {
    const first = payments.first + used
    used += count
    if (used > payments.count) throw new Error(`${payments.count} payments were seeded, and ${used} are asked for`)
    return { prefix: payments.prefix, first, count }
  }
}

/**
 * Writes `count` AUTHORIZED payments of 340.00 AED for the first demo merchant, with all their rows. Their ids begin
 * with these eight digits.
 */
export async function seedAuthorized(query: Query, count: number, digits: string): Promise<Payments> {
  const prefix = `${digits}-0000-4000-8000-`
  const id = `('${prefix}' || lpad(to_hex(n), 12, '0'))::uuid`
  const store = `(select id from stores where merchant_code = 'demo_ae')`
  const merchant = `(select merchant_id from stores where merchant_code = 'demo_ae')`
  const order = JSON.stringify(exampleOrder)
  await query(`
    insert into payments (merchant_id, id, store_id, is_test, version, status, currency, amount_minor, paid_minor,
      order_reference, created_at, expires_at, authorized_at, due_at, announced)
    select ${merchant}, ${id}, ${store}, true, 2, 'AUTHORIZED', 'AED', 34000, 8500, 'order-' || n,
      date_trunc('second', now()) - n * interval '1 second', now() + interval '1 year', now(), now() + interval '21 days', 1
    from generate_series(1, ${count}) as n;
    insert into payment_orders (merchant_id, payment_id, body)
    select ${merchant}, ${id}, '${order}'::json from generate_series(1, ${count}) as n;
    insert into ledger_entries (merchant_id, source_id, version, account, cause, currency, amount_minor, at)
    select ${merchant}, ${id}, 2, account, 'down_payment', 'AED', minor, now()
    from generate_series(1, ${count}) as n, (values ('cash', 8500), ('customer', -8500)) as entry (account, minor);
    insert into payment_timeline (merchant_id, payment_id, version, move, actor, request_id, at, status_before, status_after)
    select ${merchant}, ${id}, version, move, 'seed', '', now(), before, after
    from generate_series(1, ${count}) as n,
      (values (1, 'create', null, 'CREATED'), (2, 'authorize', 'CREATED', 'AUTHORIZED')) as row (version, move, before, after);
    insert into payment_count_changes (merchant_id, is_test, store_id, currency, created_at, listed_as)
    select merchant_id, is_test, store_id, currency, created_at, listed_as from payments
    where id between '${prefix}000000000000' and '${prefix}ffffffffffff';
    analyze payments; analyze payment_orders; analyze ledger_entries; analyze payment_timeline;
  `)
  return { prefix, first: 1, count }
}

const exampleOrder = {
  description: 'Order 1001',
  buyer: { name: 'Sara Ali', email: 'otp.success@example.com', phone: '+971500000001', dob: '1990-04-17' },
  shipping_address: { city: 'Dubai', address: 'Street 1, villa 2', zip: '00000' },
  order: {
    updated_at: '2026-03-01T10:00:00Z',
    tax_amount: '0.00',
    shipping_amount: '20.00',
    discount_amount: '0.00',
    items: [
      {
        reference_id: 'SKU-1',
        title: 'Linen shirt',
        description: 'White, slim',
        quantity: 2,
        unit_price: '160.00',
        discount_amount: '0.00',
        category: 'Clothes',
        brand: 'Acme',
      },
    ],
  },
  buyer_history: { registered_since: '2024-01-10T09:00:00Z', loyalty_level: 3 },
  order_history: [],
  meta: { order_id: '1001', customer: 'c-77' },
  attachment: null,
}

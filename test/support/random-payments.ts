import { second } from '../../src/platform/base/times.ts'
import type { MerchantMode } from '../../src/platform/merchants/caller.ts'
import type { TestService } from './service.ts'

export const newestAt = Date.parse('2026-02-20T13:37:11Z')
export const count = 900
// All of them have the same beginning.
const references = ['A-1', 'a-12', 'A 123', 'ab-1', 'A@b.com', 'ax']
const phones = ['0501234567', '+971501234567', '+96551234567', '51234567', '', '+971509999999']
const emails = ['sara@example.com', 'a@b.com', 'SARA@example.org', 'omar@example.com', '']
export const amounts = [1_000, 9_999, 10_000, 10_050, 500_000]

/**
 * Payments of two stores in some days, of every kind and with few values each; several are created in the same
 * second.
 */
export async function writeRandomPayments(
  service: TestService,
  who: MerchantMode,
  stores: readonly { readonly id: string; readonly currency: string }[],
): Promise<void> {
  const pick = <T>(from: readonly T[], n: number, by: number): T => from[Math.floor(n / by) % from.length] as T
  const rows = Array.from({ length: count }, (_, n) => {
    const store = pick(stores, n % 10 === 3 ? 1 : 0, 1)
    const createdAt = newestAt - Math.floor((n * n) / 3) * second
    return {
      ...{ id: crypto.randomUUID(), store_id: store.id, currency: store.currency, created_at: new Date(createdAt) },
      ...{
        status: pick(['CLOSED', 'AUTHORIZED', 'CLOSED', 'REJECTED', 'CREATED', 'EXPIRED'], n, 1),
        amount: pick(amounts, n, 2),
      },
      ...{ reference: pick(references, n, 3), phone: pick(phones, n, 5), email: pick(emails, n, 7) },
      ...{ share: pick([0, 1, 2, 0], n, 6), disputed: n % 9 === 0, failing: pick([null, true, false], n, 4) },
    }
  })
  await service.database.query(
    `with request as materialized (
       select * from json_to_recordset($json$${JSON.stringify(rows)}$json$) as request (id uuid, store_id uuid, currency text,
         created_at timestamptz, status text, amount int8, reference text, phone text, email text, share int, disputed boolean, failing boolean)
     ), ordered as (
       insert into payment_orders (merchant_id, payment_id, body)
       select '${who.merchantId}', id, json_build_object('buyer', json_build_object('name', 'B', 'phone', phone, 'email', email)) from request
     ), timeline as (
       insert into payment_timeline (merchant_id, payment_id, version, move, actor, request_id, at, status_after, amount_minor)
       select '${who.merchantId}', id, 1, 'create', 'seed', '', created_at, status, amount from request
     ), collected as (
       insert into collections (merchant_id, id, is_test, version, phone, currency, lang, authorized_at, card_token, card_brand,
         card_last_four, card_expiry_month, card_expiry_year, card_since, network_reference, is_failing)
       select '${who.merchantId}', id, true, 1, '', currency, 'en', created_at, '', '', '1111', 1, 2030, created_at, '', failing
       from request where failing is not null
     ), made as (
       insert into payments (merchant_id, id, store_id, is_test, version, status, currency, amount_minor, captured_minor, refunded_minor,
         order_reference, created_at, expires_at, dispute_id)
       select '${who.merchantId}', id, store_id, true, 1, status, currency, amount, captured, captured * share / 2, reference,
         created_at, created_at + interval '9 years', case when disputed and captured > 0 then id end
       from request cross join lateral (
         select case when status = 'CLOSED' and amount < 10000 then amount else 0 end as captured
       ) as money
       returning *
     )
     insert into payment_count_changes (merchant_id, is_test, store_id, currency, created_at, listed_as)
     select merchant_id, is_test, store_id, currency, created_at, listed_as from made;
     insert into payment_search_gaps values ('${who.merchantId}', '00000000-0000-0000-0000-000000000000');
     analyze`,
  )
}

import type { PlantedErrors } from './planted.ts'

export const plantedInCounts: PlantedErrors = {
  'a wrong count of a store': ({ merchantId }) => ({
    sql: `insert into payment_store_counts (merchant_id, is_test, store_id, listed_as, span, begins_at, count)
      select merchant_id, false, id, 'captured', 'day', '2026-02-28T20:00:00Z', 1 from stores where merchant_id = '${merchantId}'`,
    says: /^merchant .*: of captured live payments of the day from 2026-02-28T20:00:00.000Z at store .* its counts miss -1/,
  }),
  'a wrong figure of a day': ({ merchantId }) => ({
    sql: `insert into payment_figures (merchant_id, is_test, currency, date, opened, approved, authorized, authorized_minor, captured,
        captured_minor, refunded, refunded_minor, disputed)
      values ('${merchantId}', false, 'AED', '2026-03-01', 0, 0, 0, 0, 1, -5, 0, 0, 0)`,
    says: /^merchant .*: the figures of 2026-03-01 in AED \(live\) miss -1 captured, captured 0.05 AED$/,
  }),
  'a wrong figure of visits': ({ merchantId }) => ({
    sql: `insert into visit_figures (merchant_id, is_test, currency, date, opened, proved)
      values ('${merchantId}', false, 'AED', '2026-03-01', 2, 1)`,
    says: /^merchant .*: of the live sessions of 2026-03-01 in AED the figures miss -2 opened pages and -1 proved phones$/,
  }),
  'a payment that is found by a phone it has not': ({ refunded }) => ({
    sql: `update payment_search_terms set term = 'p1' where payment_id = '${refunded}' and term like 'p%'`,
    says: new RegExp(`^Payment ${refunded} of .* is found by the phone "1", which it has not$`),
  }),
  'a payment that is not found by its reference': ({ refunded }) => ({
    sql: `delete from payment_search_terms where payment_id = '${refunded}' and term like 'r%'`,
    says: new RegExp(`^Payment ${refunded} of .* is not found by its order reference$`),
  }),
  'a term of another mode': ({ refunded }) => ({
    sql: `update payment_search_terms set is_test = true where payment_id = '${refunded}' and term like 'e%'`,
    says: new RegExp(`^Payment ${refunded} of .* is found by the e-mail ".*", which it has not$`),
  }),
  'a term of no payment': ({ merchantId }) => ({
    sql: `insert into payment_search_terms (merchant_id, is_test, term, created_at, payment_id)
      values ('${merchantId}', false, 'r1', now(), 'aaaaaaaa-0000-4000-8000-000000000000')`,
    says: /^Payment aaaaaaaa-0000-4000-8000-000000000000 of .* is found by the order reference "1", which it has not$/,
  }),
}

/**
 * Returns SQL that writes the search terms, as the service does. The rows need `merchant_id`, `id`, `created_at`, the
 * reference and e-mail in small letters, the phone with its country and the amount in hundredths.
 */
export function insertSearchTerms(rows: string): string {
  return `insert into payment_search_terms (merchant_id, is_test, term, created_at, payment_id)
    select merchant_id, true, term, created_at, id::uuid
    from (${rows}) as payment (merchant_id, id, created_at, reference, email, phone, minor)
    cross join lateral (values ('r' || reference), ('e' || email), ('p' || reverse(ltrim(phone, '+'))),
      ('a' || lpad((minor * 10)::text, 13, '0'))) as found_by (term)`
}

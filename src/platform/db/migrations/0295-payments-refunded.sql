-- A merchant's payments of which something was refunded, in the order of lists.
-- Outside of a transaction.
create index concurrently payments_refunded on payments (merchant_id, is_test, created_at, id) where refunded_minor > 0;

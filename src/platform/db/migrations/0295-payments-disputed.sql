-- A merchant's payments with an open dispute, in the order of lists.
-- Outside of a transaction.
create index concurrently payments_disputed on payments (merchant_id, is_test, created_at, id) where dispute_id is not null;

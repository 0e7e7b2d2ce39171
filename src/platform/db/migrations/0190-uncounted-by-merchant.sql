-- A list adds up what is not counted yet: its own merchant's, however many others' come and go, and however large the table once was.
-- Outside of a transaction.
create index concurrently payment_count_changes_by_merchant on payment_count_changes (merchant_id, is_test, created_at);

-- The payments with an overdue instalment, for the list of a merchant's payments.
-- Outside of a transaction.
create index concurrently collections_failing on collections (merchant_id, is_test, id) where is_failing;

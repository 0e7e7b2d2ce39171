-- The payouts of a merchant that the bank has not paid: the first page and the page of payouts show them.
-- Outside of a transaction.
create index concurrently payouts_unpaid_of_merchant on payouts (merchant_id, is_test, created_at) where state <> 'paid';

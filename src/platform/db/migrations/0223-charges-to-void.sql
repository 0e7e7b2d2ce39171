-- What is to be voided, oldest first: few at any time.
-- Outside of a transaction.
create index concurrently charges_to_void on charges (coalesce(arrived_at, created_at), id) where state = 'to_give_back';

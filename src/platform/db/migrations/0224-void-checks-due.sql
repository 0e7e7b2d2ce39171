-- The charges that were voided in the last 30 days, by the time of the next check.
-- Outside of a transaction.
create index concurrently charges_to_check on charges (due_at) where due_at is not null;

-- The confirmed returns of the last 30 days, by the time of the next check.
-- Outside of a transaction.
create index concurrently returns_to_check on returns (due_at) where due_at is not null;

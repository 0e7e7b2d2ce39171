-- The orders that wait for support's decision, oldest first: few at any time.
-- Outside of a transaction.
create index concurrently payments_referred on payments (created_at, id) where referred_until is not null;

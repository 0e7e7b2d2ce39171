-- Production looks for these at its start.
-- Outside of a transaction.
create index concurrently customer_sessions_of_sandboxes on customer_sessions (merchant_id) where in_sandbox;

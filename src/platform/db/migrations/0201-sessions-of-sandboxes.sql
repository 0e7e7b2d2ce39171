-- Production looks for these at its start.
-- Outside of a transaction.
create index concurrently sessions_of_sandboxes on sessions (merchant_id) where in_sandbox;

-- Production looks for these at its start.
-- Outside of a transaction.
create index concurrently payments_of_sandboxes on payments (merchant_id, id) where in_sandbox and not is_test;

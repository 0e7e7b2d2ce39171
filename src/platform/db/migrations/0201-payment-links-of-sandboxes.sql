-- Production looks for these at its start.
-- Outside of a transaction.
create index concurrently payment_links_of_sandboxes on payment_links (merchant_id) where in_sandbox;

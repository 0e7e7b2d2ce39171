-- Production looks for these at its start.
-- Outside of a transaction.
create index concurrently saved_cards_of_sandboxes on saved_cards (merchant_id) where in_sandbox;

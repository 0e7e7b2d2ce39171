-- The sessions of a link, the latest first.
-- Outside of a transaction.
create index concurrently sessions_by_link on sessions (merchant_id, link_id, created_at) where link_id is not null;

-- A link goes with its session.
-- Outside of a transaction.
create index concurrently payment_links_by_session on payment_links (merchant_id, session_id);

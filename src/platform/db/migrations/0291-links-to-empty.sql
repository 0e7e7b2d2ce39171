-- Orders of links that ended a while ago are removed.
-- Outside of a transaction.
create index concurrently payment_links_to_empty on payment_links (ends_at) where order_body is not null;

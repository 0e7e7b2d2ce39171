-- A customer opens a link by its token.
-- Outside of a transaction.
create index concurrently payment_links_by_token on payment_links (token) where token is not null;

-- The visits of a customer, whatever phone the shop sent.
-- Outside of a transaction.
create index concurrently visits_by_proved_phone on visits (phone) where proved_at is not null;

-- The seals that cover a payment, a return or a payout: evidence names them.
-- Outside of a transaction.
create index concurrently ledger_seals_by_source on ledger_seals using gin (source_ids);

-- For how many days after its creation a payment can be refunded; null: without a limit, as stores that exist.
alter table stores add column refund_days integer;

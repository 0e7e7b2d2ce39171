-- Null: notifications of all stores of the merchant.
alter table webhooks alter column store_id drop not null;

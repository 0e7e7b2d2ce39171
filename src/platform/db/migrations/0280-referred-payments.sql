-- Until when support may decide about the order, by the merchant's clock; null: nobody has to. The customer cannot pay meanwhile.
alter table payments add column referred_until timestamptz;

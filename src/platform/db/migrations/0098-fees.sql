-- What a store's merchant pays for captures, and what refunds give back of it. Percentages are hundredths of a percent.

alter table stores
  add column fee_percent integer not null default 0 check (fee_percent between 0 and 10000),
  add column fee_fixed_minor bigint not null default 0 check (fee_fixed_minor >= 0),
  add column fee_vat_percent integer not null default 0 check (fee_vat_percent between 0 and 10000),
  add column fee_refund text not null default 'percent' check (fee_refund in ('percent', 'none', 'all'));

-- Of a capture or refund: its fee (below zero: given back), the fixed part of it, the VAT on it, and the rates that held. Null: there
-- were none. And the order's reference as it stood.
alter table payment_timeline
  add column fee_minor bigint,
  add column fee_fixed_minor bigint,
  add column fee_vat_minor bigint,
  add column fee_rates json,
  add column order_reference text;

alter table charges
  -- A void that the processor says has failed is sent again, as another attempt.
  add column void_attempt integer not null default 1,
  -- When a charge was known to have arrived too late, by the merchant's clock.
  add column arrived_at timestamptz,
  -- When the processor is asked again about a charge that was voided, by the merchant's clock; null: no more.
  add column due_at timestamptz;

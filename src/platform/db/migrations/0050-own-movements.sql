-- The service's own movements, large notifications, and what could not be done when it was due.

-- The reference of what the service captures or refunds by itself. A merchant's references are in reference_id, so that no merchant
-- can take the service's.
alter table payment_timeline add column service_reference text;

-- Of a payment notification whose body would be large: the payment's version that it tells of. Its captures, refunds and meta are
-- not repeated in the body, but put in from the payment's own rows when it is sent. Null: the body is whole.
alter table notifications add column payment_version integer;

-- What fell due and could not be done, and when it is tried again, by the system's clock. Sweeps go past it until then.
create table due_retries (
  merchant_id uuid not null,
  kind text not null check (kind in ('payment', 'dispute')),
  id uuid not null,
  -- 0: it did not fail, but somebody held it.
  tries integer not null check (tries >= 0),
  next_try_at timestamptz not null,
  primary key (merchant_id, kind, id)
);

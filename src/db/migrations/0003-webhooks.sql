-- Where notifications go, what was announced, and how each delivery stands.

create table webhooks (
  merchant_id uuid not null references merchants,
  id uuid not null,
  family text not null check (family in ('payment', 'dispute')),
  store_id uuid not null,
  is_test boolean not null,
  url text not null,
  normalised_url text not null,
  header_title text,
  -- Encrypted with SECRETS_KEY.
  header_value bytea,
  created_at timestamptz not null,
  failing_since timestamptz,
  disabled_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references stores,
  check ((header_title is null) = (header_value is null))
);

create unique index webhooks_by_url on webhooks (merchant_id, store_id, is_test, family, normalised_url);

-- An event with its frozen body, written by the statement that causes it.
create table notifications (
  merchant_id uuid not null,
  id uuid not null,
  family text not null check (family in ('payment', 'dispute')),
  store_id uuid not null,
  is_test boolean not null,
  payment_id uuid not null,
  dispute_id uuid,
  -- Counts the events of one payment, or of one dispute, from 1.
  sequence integer not null,
  body json not null,
  created_at timestamptz not null,
  primary key (merchant_id, id)
);

create index notifications_by_payment on notifications (merchant_id, payment_id, sequence);

create table deliveries (
  merchant_id uuid not null,
  id uuid not null,
  notification_id uuid not null,
  webhook_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'dropped')),
  attempts integer not null default 0,
  -- When the next attempt is due by the system's clock; null once it is over.
  next_attempt_at timestamptz,
  claim uuid,
  claimed_until timestamptz,
  primary key (merchant_id, id)
);

create index deliveries_due on deliveries (next_attempt_at) where next_attempt_at is not null;
create index deliveries_by_notification on deliveries (merchant_id, notification_id);

create table delivery_attempts (
  merchant_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  at timestamptz not null,
  status integer,
  duration_ms integer not null,
  -- The first 2 KB of the answer, or what went wrong.
  answer text not null,
  primary key (merchant_id, delivery_id, number)
);

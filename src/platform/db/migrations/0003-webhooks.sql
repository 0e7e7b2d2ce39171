-- Where notifications go, what was announced, and how each delivery stands.

create domain webhook_family as text check (value in ('payment', 'dispute'));
create domain delivery_state as text check (value in ('waiting', 'delivered', 'failed', 'dropped'));

create table webhooks (
  merchant_id uuid not null references merchants,
  id uuid not null,
  family webhook_family not null,
  store_id uuid not null,
  is_test boolean not null,
  url text not null,
  normalised_url text not null,
  header_title text,
  -- Encrypted with SECRETS_KEY.
  header_value bytea,
  created_at timestamptz not null,
  -- Since when every attempt has failed; null while the last one succeeded.
  failing_since timestamptz,
  disabled_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references stores,
  check ((header_title is null) = (header_value is null))
);

create unique index webhooks_by_url on webhooks (merchant_id, store_id, is_test, family, normalised_url);

-- What a store's notifications are signed with; none: they are not signed. While one is being replaced there are several.
create table signing_secrets (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  -- Encrypted with SECRETS_KEY.
  secret bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references stores
);
create index signing_secrets_by_store on signing_secrets (merchant_id, store_id);

-- An event with its frozen body, written by the statement that causes it.
create table notifications (
  merchant_id uuid not null,
  id uuid not null,
  family webhook_family not null,
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
-- For retention, which goes by age: rows lie in the order of their creation, so a coarse index does and costs inserts nothing.
create index notifications_by_creation on notifications using brin (created_at) with (pages_per_range = 32);

create table deliveries (
  merchant_id uuid not null,
  id uuid not null,
  notification_id uuid not null,
  webhook_id uuid not null,
  state delivery_state not null default 'waiting',
  attempts integer not null default 0,
  -- How many of the attempts were made before somebody had it sent again.
  earlier_attempts integer not null default 0 check (earlier_attempts between 0 and attempts),
  -- When the next attempt is due by the system's clock; null once it is over. While a process attempts it, when its lease ends
  -- and any other may take it over.
  next_attempt_at timestamptz,
  -- The process that attempts it.
  claim uuid,
  primary key (merchant_id, id),
  check ((state = 'waiting') = (next_attempt_at is not null))
) with (autovacuum_vacuum_scale_factor = 0.02);
create index deliveries_due on deliveries (next_attempt_at) where next_attempt_at is not null;
-- One delivery of an event to a webhook, however often it is sent again.
create unique index deliveries_by_notification on deliveries (merchant_id, notification_id, webhook_id);

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

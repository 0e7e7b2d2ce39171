-- Sandbox: what rehearsing notifications has to remember. In production nothing writes here.

-- The webhooks that were asked for when a merchant was made, in test mode. A reset brings them back.
create table sandbox_webhooks (
  merchant_id uuid not null,
  -- The webhook's.
  id uuid not null,
  store_id uuid not null,
  url text not null,
  normalised_url text not null,
  primary key (merchant_id, id)
);

-- Deliveries that a fault has struck and has not done with: none is struck twice.
create table disturbed_deliveries (
  merchant_id uuid not null,
  -- The delivery's.
  id uuid not null,
  is_test boolean not null,
  fault_id uuid not null,
  kind text not null check (kind in ('late', 'reorder', 'duplicate')),
  webhook_id uuid not null,
  -- The payment or dispute that it tells of.
  subject_id uuid not null,
  -- How often it is sent once more, and how long after the time before.
  copies integer not null check (copies >= 0),
  gap_ms integer not null check (gap_ms >= 0),
  -- What has come to nothing is forgotten then, by the system's clock.
  kept_until timestamptz not null,
  primary key (merchant_id, id)
);

create index disturbed_deliveries_reordered on disturbed_deliveries (merchant_id, webhook_id, subject_id) where kind = 'reorder';
create index disturbed_deliveries_over on disturbed_deliveries (kept_until);

grant select, insert, update, delete on sandbox_webhooks, disturbed_deliveries to qist_service;

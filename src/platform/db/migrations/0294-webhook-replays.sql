-- A person has a period's notifications sent to one webhook again. At most one replay of a webhook runs at a time.
create table webhook_replays (
  merchant_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  is_test boolean not null,
  -- The period, by the merchant's clock, both ends included.
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- Whether delivered notifications are left out.
  only_missing boolean not null,
  -- The number of notifications in the period when it began. `is_more`: there were more than were counted.
  total integer not null,
  is_more boolean not null,
  state text not null default 'running'
    check (state in ('running', 'paused', 'finished', 'stopped', 'disabled', 'expired')),
  -- Notifications up to this id are read; those from `end_id` on are not of the period.
  read_id uuid not null,
  end_id uuid not null,
  is_read boolean not null default false,
  -- Read and not sent yet: an earlier one of the same payment or dispute is under way, or there is no room.
  held uuid[] not null default '{}',
  under_way uuid[] not null default '{}',
  -- Those of both lists that have failed for good once, because the address failed.
  failed_once uuid[] not null default '{}',
  delivered integer not null default 0,
  failed integer not null default 0,
  -- While it is paused: when the next notification tries the address.
  probe_at timestamptz,
  -- By the system's clock, as the next time. When the next step is due, by the database's clock; null once it is over.
  started_at timestamptz not null,
  ended_at timestamptz,
  due_at timestamptz,
  primary key (merchant_id, id),
  check ((due_at is null) = (ended_at is not null)),
  check ((state in ('running', 'paused')) = (ended_at is null))
);

create unique index webhook_replays_open on webhook_replays (merchant_id, webhook_id) where ended_at is null;
create index webhook_replays_of_webhook on webhook_replays (merchant_id, webhook_id, id);
create index webhook_replays_due on webhook_replays (due_at) where due_at is not null;

grant select, insert, update, delete on webhook_replays to qist_service;

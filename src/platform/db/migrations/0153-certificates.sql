-- Runs in which a sandbox rehearses with a merchant's shop, and what came of them. In production nothing writes here.
create table certificates (
  merchant_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  profile text not null check (profile in ('webhooks', 'polling')),
  seed integer not null,
  status text not null check (status in ('waiting', 'running', 'finished')),
  -- How far it has come, for whichever process goes on with it.
  rehearsal json not null,
  -- What came of each check so far.
  checks json not null,
  -- What it was asked meanwhile: to stop, or not to wait for the session of the scenario of this name.
  asked text,
  -- The process that is at it, until its lease ends by the database's clock.
  owner uuid not null,
  leased_until timestamptz not null,
  -- By the system's clock.
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (merchant_id, id),
  check ((status = 'finished') = (ended_at is not null))
);

-- One at a time.
create unique index certificates_open on certificates (merchant_id, is_test) where status <> 'finished';
create index certificates_leased on certificates (leased_until) where status <> 'finished';

grant select, insert, update, delete on certificates to qist_service;

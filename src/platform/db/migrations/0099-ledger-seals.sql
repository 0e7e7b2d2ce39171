-- Every entry of the ledger is sealed, a merchant's in one chain: what is changed, removed or added later no longer fits its seal.

-- What was posted and is not sealed yet: written by the statement that posts, removed by the one that seals.
create table unsealed_entries (
  merchant_id uuid not null,
  source_id uuid not null,
  version integer not null,
  primary key (merchant_id, source_id, version)
);

-- Rows come and go here all the time.
alter table unsealed_entries set (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0,
  -- Giving room back to the system takes a lock that every capture would wait for.
  vacuum_truncate = false
);

create table ledger_seals (
  merchant_id uuid not null,
  -- From 1, without a gap: two who seal at once cannot both have the next one.
  number bigint not null check (number > 0),
  -- In which form the entries are hashed.
  form integer not null check (form > 0),
  -- What it seals, in the order in which it is hashed.
  source_ids uuid[] not null,
  versions integer[] not null,
  entries integer not null check (entries > 0),
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  -- By the system's clock.
  sealed_at timestamptz not null,
  primary key (merchant_id, number),
  check (cardinality(source_ids) = cardinality(versions))
);

-- Held by who seals or settles for a merchant: one at a time.
create table ledger_chains (
  merchant_id uuid primary key
);

insert into unsealed_entries (merchant_id, source_id, version)
select distinct merchant_id, source_id, version from ledger_entries;

-- Rules that make a sandbox misbehave on purpose, and what they have counted. In production nothing writes here.
create table faults (
  merchant_id uuid not null,
  id uuid not null,
  is_test boolean not null,
  -- The first one that matches acts.
  position integer not null,
  -- Whose counts hold: a rule that is replaced begins anew.
  revision uuid not null,
  rule json not null,
  hits integer not null default 0,
  -- By the system's clock.
  ends_at timestamptz not null,
  primary key (merchant_id, id)
);

create unique index faults_in_order on faults (merchant_id, is_test, position);
create index faults_by_end on faults (ends_at);

-- How often what a rule is for has happened, for each key that it tells apart. Rows go by themselves when the rule would have ended.
create table fault_counts (
  merchant_id uuid not null,
  revision uuid not null,
  key text collate "C" not null,
  counted integer not null,
  ends_at timestamptz not null,
  primary key (merchant_id, revision, key)
) with (fillfactor = 70);

create index fault_counts_by_end on fault_counts (ends_at);

grant select, insert, update, delete on faults, fault_counts to qist_service;

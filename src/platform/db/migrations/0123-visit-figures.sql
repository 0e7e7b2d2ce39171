-- How many customers open the payment page and prove their phone: what a merchant's funnel has between a session and its approval. Counted
-- from this version on.

alter table visits
  add column opened_at timestamptz,
  add column proved_at timestamptz;

create domain visit_step as text check (value in ('opened', 'proved'));

-- What the figures do not hold yet, as with counts of payments. No key: rows are only added, and taken all together.
create table visit_changes (
  merchant_id uuid not null,
  is_test boolean not null,
  currency text collate "C" not null,
  -- The session's.
  created_at timestamptz not null,
  step visit_step not null
);

alter table visit_changes set (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0,
  vacuum_truncate = false
);

create table visit_figures (
  merchant_id uuid not null,
  is_test boolean not null,
  currency text collate "C" not null,
  -- The day on which the sessions were opened, in the stores' time zone, which follows from the currency.
  date date not null,
  opened bigint not null,
  proved bigint not null,
  primary key (merchant_id, is_test, currency, date)
) with (fillfactor = 70);

grant select, insert, update, delete on visit_changes, visit_figures to qist_service;

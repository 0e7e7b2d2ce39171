-- Who accepted that a store's terms go beyond the profile of its market. Rows are never changed.
create table responsibilities (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  rule text not null,
  -- What was accepted, as it was entered.
  value text not null,
  accepted_by text not null,
  at timestamptz not null,
  primary key (merchant_id, id)
);
grant select, insert on responsibilities to qist_service;

-- Which agent works on which item of support's queue. A claim ends by itself, by the database's clock.
create table work_claims (
  -- Agents work for all merchants.
  merchant_id uuid not null check (merchant_id = '00000000-0000-0000-0000-000000000000'),
  -- The dispute, payment, merchant or request.
  item_id uuid not null,
  kind text not null check (kind in ('dispute', 'payment', 'merchant', 'erasure_request')),
  agent_id uuid not null,
  agent text not null,
  taken_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (merchant_id, item_id)
);

grant select, insert, update, delete on work_claims to qist_service;

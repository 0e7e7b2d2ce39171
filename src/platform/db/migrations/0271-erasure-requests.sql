-- Customers whom an agent wants to erase: another agent confirms. A row goes once it is decided, or after a week.
create table erasure_requests (
  -- A customer is one of all merchants.
  merchant_id uuid not null check (merchant_id = '00000000-0000-0000-0000-000000000000'),
  id uuid not null,
  -- E.164.
  phone text not null,
  is_test boolean not null,
  reason text not null,
  requested_by uuid not null,
  requested_name text not null,
  -- By the machine's clock.
  requested_at timestamptz not null,
  ends_at timestamptz not null,
  -- When an agent began to erase: it cannot be withdrawn meanwhile.
  begun_at timestamptz,
  -- Whether a sandbox has made it (docs/decisions/0100-what-a-sandbox-leaves.md).
  in_sandbox boolean not null default (current_setting('qist.sandbox', true) is not distinct from 'on'),
  primary key (merchant_id, id)
);

create unique index erasure_requests_of_customer on erasure_requests (merchant_id, phone, is_test);
create index erasure_requests_over on erasure_requests (ends_at);

grant select, insert, update, delete on erasure_requests to qist_service;

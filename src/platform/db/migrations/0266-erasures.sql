-- Payments whose customer asked to be erased, and until when they wait. Done ones stay as a record; no row has personal data.
create table erasures (
  merchant_id uuid not null,
  -- The payment's.
  id uuid not null,
  is_test boolean not null,
  -- What takes the place of the customer's data: one for each customer.
  pseudonym text not null check (pseudonym ~ '^erased-[0-9a-f]{32}$'),
  -- Who asked, in the words of timelines, and why.
  requested_by text not null,
  reason text not null,
  -- By the merchant's clock, as the other times.
  requested_at timestamptz not null,
  -- When it is looked at next; null once it is done.
  due_at timestamptz,
  erased_at timestamptz,
  primary key (merchant_id, id),
  check ((due_at is null) = (erased_at is not null))
);

create index erasures_due on erasures (due_at) where due_at is not null;
create index erasures_due_of_merchant on erasures (merchant_id, due_at, id) where due_at is not null;

grant select, insert, update, delete on erasures to qist_service;

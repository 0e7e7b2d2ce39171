-- What payments are found by: the order's reference, the buyer's phone and e-mail, the amount. Rows of a table of their own, which are added
-- with the payment and removed where its reference changes: no index of payments grows, and captures pay nothing for it.

create table payment_search_terms (
  merchant_id uuid not null,
  payment_id uuid not null,
  -- The payment's, by which lists are sorted.
  created_at timestamptz not null,
  is_test boolean not null,
  -- A letter for what it is, and the value in the form in which it is compared.
  term text collate "C" not null,
  primary key (merchant_id, is_test, term, created_at, payment_id)
);

-- Looked up in the index alone, where the server knows that all may see the rows: it is told so often enough.
alter table payment_search_terms set (autovacuum_vacuum_insert_scale_factor = 0.02);

grant select, insert, delete on payment_search_terms to qist_service;

-- Merchants whose payments behind this id have no terms yet: a worker adds them, some at a time.
create table payment_search_gaps (
  merchant_id uuid primary key,
  behind_id uuid not null
);

insert into payment_search_gaps (merchant_id, behind_id)
select merchant_id, '00000000-0000-0000-0000-000000000000' from merchants
where exists (select from payments where payments.merchant_id = merchants.merchant_id);

grant select, insert, update, delete on payment_search_gaps to qist_service;

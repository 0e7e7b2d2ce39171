-- What a store's merchant is paid for a day, and the payouts that pay it. Amounts are in minor units, dates in the store's time zone.

alter table stores
  add column beneficiary_name text not null default '',
  add column beneficiary_iban text not null default '';

-- A settlement that is not paid yet: its day is open, then it is closed and waits for its payout, or is carried into a later one.
create table pending_settlements (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  is_test boolean not null,
  currency text not null,
  date date not null,
  state text not null check (state in ('open', 'closed', 'carried')),
  -- When its day is closed, or it is paid, by the merchant's clock; null while it is carried.
  due_at timestamptz,
  primary key (merchant_id, id),
  unique (merchant_id, store_id, is_test, date),
  check ((due_at is null) = (state = 'carried'))
);

create index pending_settlements_due on pending_settlements (due_at) where due_at is not null;
create index pending_settlements_due_of_merchant on pending_settlements (merchant_id, due_at) where due_at is not null;

-- One line a movement. Rows are only added.
create table settlement_lines (
  merchant_id uuid not null,
  settlement_id uuid not null,
  -- The capture's or refund's.
  id uuid not null,
  type text not null check (type in ('capture', 'refund', 'dispute_refund')),
  payment_id uuid not null,
  version integer not null,
  order_reference text not null,
  reference_id text not null,
  created_at timestamptz not null,
  -- Of a refund below zero, as are its fee and VAT.
  amount_minor bigint not null,
  fee_minor bigint not null,
  vat_minor bigint not null,
  primary key (merchant_id, settlement_id, id)
);

-- A movement is settled once, whatever the program believes.
create unique index settlement_lines_by_payment on settlement_lines (merchant_id, payment_id, version);

-- A closed day. Rows are only added, so a closed day never changes.
create table settlements (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  is_test boolean not null,
  currency text not null,
  date date not null,
  -- The midnight that ends the day.
  ends_at timestamptz not null,
  -- By the merchant's clock.
  closed_at timestamptz not null,
  lines integer not null check (lines > 0),
  captures_minor bigint not null,
  refunds_minor bigint not null,
  dispute_refunds_minor bigint not null,
  fees_minor bigint not null,
  vat_minor bigint not null,
  net_minor bigint not null,
  -- The last seal of the merchant's ledger when it was closed.
  seal_number bigint not null,
  seal_hash bytea not null,
  primary key (merchant_id, id),
  unique (merchant_id, store_id, is_test, date),
  check (net_minor = captures_minor - refunds_minor - dispute_refunds_minor - fees_minor - vat_minor)
);

create index settlements_by_end on settlements (merchant_id, is_test, ends_at desc, id desc);
create index settlements_by_store on settlements (merchant_id, store_id, is_test, ends_at desc, id desc);

create table payouts (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  is_test boolean not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- What stands on the bank statement.
  reference text not null,
  state text not null check (state in ('pending', 'exported', 'paid')),
  -- By the merchant's clock.
  created_at timestamptz not null,
  -- Whom the bank was told to pay, and when, by the system's clock.
  beneficiary_name text not null default '',
  beneficiary_iban text not null default '',
  exported_at timestamptz,
  -- By the merchant's clock.
  paid_at timestamptz,
  primary key (merchant_id, id),
  check ((paid_at is not null) = (state = 'paid'))
);

create unique index payouts_by_reference on payouts (reference);
create index payouts_by_creation on payouts (merchant_id, is_test, created_at desc, id desc);
create index payouts_by_store on payouts (merchant_id, store_id, is_test, created_at desc, id desc);
create index payouts_unpaid on payouts (created_at) where state <> 'paid';

-- What a payout pays: a settlement is paid once. Rows are only added.
create table payout_settlements (
  merchant_id uuid not null,
  settlement_id uuid not null,
  payout_id uuid not null,
  primary key (merchant_id, settlement_id)
);

create index payout_settlements_by_payout on payout_settlements (merchant_id, payout_id);

alter table due_retries drop constraint due_retries_kind_check;
alter table due_retries add constraint due_retries_kind_check
  check (kind in ('payment', 'dispute', 'collection', 'settlement'));

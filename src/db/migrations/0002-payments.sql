-- Payments, what was moved on them, who owes whom, and what happened when.
-- No foreign keys from here to merchants or stores: every insert would lock the same row of theirs.

create table payments (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  is_test boolean not null,
  -- Rises by one with every change. A change is saved only on the version that was read.
  version integer not null check (version > 0),
  status text not null check (status in ('CREATED', 'AUTHORIZED', 'CLOSED', 'REJECTED', 'EXPIRED')),
  currency text not null check (currency in ('AED', 'SAR', 'KWD')),
  amount_minor bigint not null check (amount_minor > 0),
  captured_minor bigint not null default 0 check (captured_minor between 0 and amount_minor),
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and captured_minor),
  -- What the customer has paid and not been given back.
  paid_minor bigint not null default 0 check (paid_minor between 0 and amount_minor),
  order_reference text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  authorized_at timestamptz,
  closed_at timestamptz,
  expired_at timestamptz,
  -- When the service acts by itself: expiry of an unfinished payment, automatic capture of an authorized one.
  due_at timestamptz,
  -- The dispute that is open on it and holds back refunds.
  dispute_id uuid,
  -- How many notifications it has announced: the sequence of the last one.
  announced integer not null default 0,
  primary key (merchant_id, id),
  check ((status in ('AUTHORIZED', 'CLOSED')) = (authorized_at is not null)),
  check ((status = 'CLOSED') = (closed_at is not null)),
  check (due_at is null or status in ('CREATED', 'AUTHORIZED'))
) with (fillfactor = 70);

create index payments_by_creation on payments (merchant_id, is_test, created_at desc, id desc);
create index payments_due on payments (due_at) where due_at is not null;
create index payments_due_of_merchant on payments (merchant_id, due_at) where due_at is not null;

-- What the merchant sent with the order: never changed, so kept apart from the row that changes.
create table payment_orders (
  merchant_id uuid not null,
  payment_id uuid not null,
  body json not null,
  primary key (merchant_id, payment_id)
);

create table captures (
  merchant_id uuid not null,
  payment_id uuid not null,
  -- The payment's version that it made: a change moves money once.
  version integer not null,
  id uuid not null,
  reference_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null,
  body json not null,
  primary key (merchant_id, payment_id, version)
);

-- One movement per reference, whatever the program believes.
create unique index captures_by_reference on captures (merchant_id, payment_id, reference_id) where reference_id <> '';

create table refunds (
  merchant_id uuid not null,
  payment_id uuid not null,
  -- The payment's version that it made: a change moves money once.
  version integer not null,
  id uuid not null,
  reference_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null,
  body json not null,
  primary key (merchant_id, payment_id, version)
);

create unique index refunds_by_reference on refunds (merchant_id, payment_id, reference_id) where reference_id <> '';

-- Append only. Debits are positive, credits negative; the entries of one version of a payment sum to zero.
create table ledger_entries (
  merchant_id uuid not null,
  payment_id uuid not null,
  version integer not null,
  account text not null check (account in ('cash', 'customer', 'merchant')),
  cause text not null check (cause in ('down_payment', 'capture', 'refund', 'pay_back')),
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  at timestamptz not null,
  primary key (merchant_id, payment_id, version, cause, account)
);

-- Append only: one row for every version of every payment.
create table payment_timeline (
  merchant_id uuid not null,
  payment_id uuid not null,
  version integer not null,
  move text not null,
  actor text not null,
  request_id text not null,
  at timestamptz not null,
  status_before text,
  status_after text not null,
  amount_minor bigint,
  reference_id text,
  primary key (merchant_id, payment_id, version)
);

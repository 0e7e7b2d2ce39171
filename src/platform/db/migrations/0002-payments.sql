-- Payments, what was moved on them, who owes whom, and what happened when.
-- No foreign keys from here to merchants or stores: every insert would lock the same row of theirs.

-- The rules of single values are domains and not table checks: the server keeps a domain's rule ready in every session, while
-- it reads a table's checks anew for every statement, which took a fifth of the time of saving a payment.
create domain payment_status as text check (value in ('CREATED', 'AUTHORIZED', 'CLOSED', 'REJECTED', 'EXPIRED'));
create domain currency_code as text check (value in ('AED', 'SAR', 'KWD'));
create domain positive_minor as bigint check (value > 0);
create domain moved_minor as bigint check (value <> 0);
create domain ledger_account as text check (value in ('cash', 'customer', 'merchant'));
create domain ledger_cause as text check (value in ('down_payment', 'capture', 'refund', 'pay_back'));

create table payments (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  is_test boolean not null,
  -- Rises by one with every change. A change is saved only on the version that was read.
  version integer not null,
  status payment_status not null,
  currency currency_code not null,
  amount_minor positive_minor not null,
  captured_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  -- What the customer has paid and not been given back.
  paid_minor bigint not null default 0,
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
  check (0 <= refunded_minor and refunded_minor <= captured_minor and captured_minor <= amount_minor
    and 0 <= paid_minor and paid_minor <= amount_minor)
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
  amount_minor positive_minor not null,
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
  amount_minor positive_minor not null,
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
  account ledger_account not null,
  cause ledger_cause not null,
  currency currency_code not null,
  amount_minor moved_minor not null,
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
  status_before payment_status,
  status_after payment_status not null,
  amount_minor bigint,
  reference_id text,
  primary key (merchant_id, payment_id, version)
);

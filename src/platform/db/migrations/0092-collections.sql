-- What the service does by itself about the later parts of a payment, and for whom; the parts themselves are computed.

create table collections (
  merchant_id uuid not null,
  -- The payment's.
  id uuid not null,
  is_test boolean not null,
  -- Rises by one with every change: whoever wants to charge contends for this row.
  version integer not null check (version > 0),
  -- E.164, proved by a code or, in a sandbox, the buyer's; empty where there is none.
  phone text not null,
  currency text not null,
  lang page_language not null,
  authorized_at timestamptz not null,
  -- The card that later parts are charged to, since when, and how its network knows the agreement.
  card_token text not null,
  card_brand text not null,
  card_last_four text not null check (card_last_four ~ '^[0-9]{4}$'),
  card_expiry_month integer not null,
  card_expiry_year integer not null,
  card_since timestamptz not null,
  network_reference text not null,
  -- The charge under way.
  charge_id uuid,
  -- The last due date that the customer was reminded of, YYYY-MM-DD.
  reminded_for text,
  defaulted_at timestamptz,
  -- Whether an attempt has failed and something of it is still owed, when it was last looked at.
  is_failing boolean not null,
  -- When the next thing happens by itself, by the merchant's clock; null where nothing does, or a charge is under way.
  due_at timestamptz,
  primary key (merchant_id, id)
);

create index collections_due on collections (due_at) where due_at is not null;
create index collections_due_of_merchant on collections (merchant_id, due_at) where due_at is not null;
create index collections_by_phone on collections (phone, is_test);

-- What of the total could not be charged, for a card takes no amount so small. Its rule is the program's: a check would be read anew
-- with every statement, and a domain would rewrite the table.
alter table payments add column written_off_minor bigint not null default 0;

alter domain ledger_account drop constraint ledger_account_check;
alter domain ledger_account add constraint ledger_account_check
  check (value in ('cash', 'customer', 'merchant', 'write_off')) not valid;
alter domain ledger_cause drop constraint ledger_cause_check;
alter domain ledger_cause add constraint ledger_cause_check check (
  value in ('down_payment', 'installment', 'capture', 'refund', 'pay_back', 'failed_return', 'write_off')
) not valid;

alter table due_retries drop constraint due_retries_kind_check;
alter table due_retries add constraint due_retries_kind_check check (kind in ('payment', 'dispute', 'collection'));

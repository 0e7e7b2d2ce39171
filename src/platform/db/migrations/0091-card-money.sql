-- Charges are of payments and no more of checkout sessions alone: also the later parts are charged, by the service or by the customer.

alter table charges
  alter column session_id drop not null,
  add column kind text not null default 'first',
  -- What the processor and the card's network call it.
  add column reference text not null default '',
  add column network_reference text not null default '',
  -- Where the bank wants to see the customer; null where the service's own page stands in for it.
  add column challenge_address text,
  -- What the processor advises after a decline.
  add column decline_retry text,
  -- When it was charged or declined, by the merchant's clock.
  add column settled_at timestamptz,
  add constraint charges_kind_check check (kind in ('first', 'scheduled', 'early')) not valid;

-- One charge of a payment is under way at a time, whatever the program believes.
create unique index charges_under_way on charges (merchant_id, payment_id) where state in ('open', 'challenged');
create index charges_by_payment on charges (merchant_id, payment_id, id);

-- Money on its way back to a card: written with what makes it due, sent by a worker.
create table returns (
  merchant_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  charge_id uuid not null,
  -- The payment's version that made it due.
  version integer not null,
  is_test boolean not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('waiting', 'confirmed', 'failed')),
  -- By the merchant's clock.
  created_at timestamptz not null,
  -- When the processor is asked, by the database's clock; null once it is over.
  resolve_at timestamptz,
  checks integer not null default 0 check (checks >= 0),
  primary key (merchant_id, id),
  check ((resolve_at is not null) = (state = 'waiting'))
);

create index returns_by_payment on returns (merchant_id, payment_id);
create index returns_due on returns (resolve_at) where resolve_at is not null;

-- What the sandbox's processor remembers: the books of whoever stands in for a bank, written by it alone.
create table sandbox_processor_movements (
  merchant_id uuid not null,
  type text not null check (type in ('charge', 'refund')),
  id uuid not null,
  is_test boolean not null,
  -- Of a refund: the charge whose money it is.
  charge_id uuid,
  -- Of a charge: how its card behaves.
  behaviour text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  state text not null check (state in ('moved', 'declined', 'challenged', 'failed')),
  reason text,
  retry text,
  -- By the merchant's clock.
  at timestamptz not null,
  -- Before it, by the system's clock, nobody hears what became of it.
  known_at timestamptz not null,
  primary key (merchant_id, type, id)
);

create index sandbox_processor_movements_by_time on sandbox_processor_movements (merchant_id, is_test, at);
create index sandbox_processor_refunds on sandbox_processor_movements (merchant_id, charge_id) where type = 'refund';

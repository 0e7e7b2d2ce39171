-- What support's pages find over all merchants, by short walks: disputes to decide, plans that were given up, returns that did not
-- arrive, whom the service has blocked, merchants by name.

create index disputes_open on disputes (status, created_at, id)
  where status in ('new', 'in_progress', 'evidence_merchant', 'evidence_customer');
create index collections_defaulted on collections (defaulted_at, id) where defaulted_at is not null;
create index returns_failed on returns (created_at, id) where state = 'failed';
create index risk_blocks_by_contact on risk_blocks (contact);
create index visits_locked on visits (phone) where locked_at is not null;
create index customer_sign_ins_by_phone on customer_sign_ins (phone);
create index merchants_by_name on merchants (lower(name) text_pattern_ops, merchant_id);

-- What support opens for a reason, and a merchant whom it sees as its people do, is open because the log says so.
create index activities_opened on activities (merchant_id, (details ->> 'opening'), id) where details ->> 'opening' is not null;

-- Money that support wants to give back by hand: one asks, and another confirms.
create table return_requests (
  merchant_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  is_test boolean not null,
  currency currency_code not null,
  amount_minor positive_minor not null,
  -- How much was left to refund when it was asked for: only so much is decided on.
  seen_minor positive_minor not null,
  reason text not null,
  state text not null check (state in ('waiting', 'confirmed', 'withdrawn')),
  -- Agents, and how they are called.
  asked_by uuid not null,
  asked_name text not null,
  -- By the machine's clock, as the other time.
  asked_at timestamptz not null,
  decided_by uuid,
  decided_name text,
  decided_at timestamptz,
  primary key (merchant_id, id),
  check ((state = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  -- Whoever asked may take it back, and never confirms.
  check (state <> 'confirmed' or decided_by <> asked_by)
);

-- One at a time waits for a payment; and those that wait, oldest first.
create unique index return_requests_of_payment on return_requests (merchant_id, payment_id) where state = 'waiting';
create index return_requests_waiting on return_requests (asked_at, id) where state = 'waiting';
create index return_requests_by_payment on return_requests (merchant_id, payment_id, asked_at);

grant select, insert, update, delete on return_requests to qist_service;

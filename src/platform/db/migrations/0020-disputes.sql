-- Disputes with their history, and the files that were uploaded for them. All disputes are live ones.

create table disputes (
  merchant_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  store_id uuid not null,
  -- Rises by one with every change. A change is saved only on the version that was read.
  version integer not null check (version > 0),
  status text not null check (status in ('new', 'in_progress', 'evidence_merchant', 'evidence_customer', 'refunded',
    'declined', 'cancelled')),
  reason text not null check (reason in ('unreceived_refund', 'identity_theft', 'product_issue', 'not_delivered')),
  currency text not null check (currency in ('AED', 'SAR', 'KWD')),
  amount_minor bigint not null check (amount_minor > 0),
  -- The lower amount that the merchant proposed, until support accepts it.
  proposed_minor bigint check (proposed_minor > 0 and proposed_minor < amount_minor),
  customer_email text not null,
  comment text not null,
  order_number text not null,
  items json not null,
  -- Every attachment of the whole case.
  attachment_ids uuid[] not null,
  created_at timestamptz not null,
  -- When it is decided for want of the answer it waits for.
  due_at timestamptz,
  has_merchant_evidence boolean not null,
  -- How many notifications it has announced: the sequence of the last one.
  announced integer not null,
  primary key (merchant_id, id),
  check ((due_at is not null) = (status in ('new', 'evidence_merchant', 'evidence_customer')))
) with (fillfactor = 80);

-- A page of all disputes, and a page of those in some statuses, are each a walk along one of these.
create index disputes_by_creation on disputes (merchant_id, created_at, id);
create index disputes_by_status on disputes (merchant_id, status, created_at, id);
create index disputes_due on disputes (due_at) where due_at is not null;
create index disputes_due_of_merchant on disputes (merchant_id, due_at, id) where due_at is not null;

-- One active dispute of a payment, whatever the program believes.
create unique index disputes_active on disputes (merchant_id, payment_id)
  where status in ('new', 'in_progress', 'evidence_merchant', 'evidence_customer');

-- Append only: one row for every version of every dispute.
create table dispute_history (
  merchant_id uuid not null,
  dispute_id uuid not null,
  version integer not null,
  id uuid not null,
  source text not null check (source in ('customer', 'merchant', 'support')),
  created_by text not null,
  event_type text not null check (event_type in ('dispute_created', 'dispute_approved', 'dispute_in_arbitration',
    'merchant_14d_unresponsive', 'dispute_canceled', 'evidence_merchant', 'evidence_customer',
    'evidence_merchant_provided', 'evidence_customer_provided', 'customer_14d_unresponsive', 'dispute_declined',
    'dispute_amount_changed', 'dispute_comment_added')),
  content text not null,
  note text not null,
  attachment_ids uuid[] not null,
  created_at timestamptz not null,
  primary key (merchant_id, dispute_id, version)
);

create table attachments (
  merchant_id uuid not null,
  id uuid not null,
  -- The random name the file is kept under.
  file_name uuid not null,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'application/pdf')),
  bytes integer not null check (bytes between 1 and 5242880),
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- By the system's clock.
  uploaded_at timestamptz not null,
  -- Whether a dispute refers to it; one that nothing refers to is removed after a day.
  is_used boolean not null default false,
  primary key (merchant_id, id)
);

create index attachments_unused on attachments (uploaded_at) where not is_used;
create index attachments_unused_of_merchant on attachments (merchant_id) where not is_used;

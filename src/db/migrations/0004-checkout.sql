-- Checkout sessions. A session's status is not stored: it follows from its payment's status and from the time.

create table sessions (
  merchant_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  store_id uuid not null,
  is_test boolean not null,
  lang text not null check (lang in ('en', 'ar')),
  success_url text,
  cancel_url text,
  failure_url text,
  token text,
  rejection_reason text check (rejection_reason in ('not_available', 'order_amount_too_high', 'order_amount_too_low')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, id)
);

-- The payment page knows a session by its unguessable id alone.
create unique index sessions_by_id on sessions (id);
create unique index sessions_by_payment on sessions (merchant_id, payment_id);

-- Checkout sessions. A session's status is not stored: it follows from its payment's status and from the time.

create domain page_language as text check (value in ('en', 'ar'));
create domain rejection_reason as text
  check (value in ('not_available', 'order_amount_too_high', 'order_amount_too_low'));

create table sessions (
  merchant_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  store_id uuid not null,
  is_test boolean not null,
  lang page_language not null,
  success_url text,
  cancel_url text,
  failure_url text,
  token text,
  rejection_reason rejection_reason,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, id)
);

-- The payment page knows a session by its unguessable id alone.
create unique index sessions_by_id on sessions (id);
create unique index sessions_by_payment on sessions (merchant_id, payment_id);

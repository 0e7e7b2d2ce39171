-- Who uses the service: merchants, their stores and their keys.

create table merchants (
  merchant_id uuid primary key,
  name text not null,
  region text not null check (region in ('uae', 'ksa')),
  -- Sandbox: this merchant's clock is the system's plus so much.
  clock_offset_ms bigint not null default 0 check (clock_offset_ms >= 0),
  -- Whether checkouts may carry a token.
  takes_tokens boolean not null default false,
  created_at timestamptz not null
);

create index merchants_ahead on merchants (merchant_id) where clock_offset_ms > 0;

create table stores (
  merchant_id uuid not null references merchants,
  id uuid not null,
  merchant_code text not null check (merchant_code <> ''),
  name text not null,
  country text not null check (country in ('AE', 'KW', 'SA')),
  currency text not null,
  is_default boolean not null,
  checkout text not null default 'strict' check (checkout in ('strict', 'lenient')),
  smallest_order_minor bigint not null check (smallest_order_minor > 0),
  largest_order_minor bigint not null check (largest_order_minor >= smallest_order_minor),
  session_seconds integer not null default 1200 check (session_seconds > 0),
  payment_seconds integer not null default 1800 check (payment_seconds >= session_seconds),
  -- How long after authorization the service captures by itself; 0: at authorization; null: never.
  auto_capture_seconds integer default 1814400 check (auto_capture_seconds >= 0),
  created_at timestamptz not null,
  primary key (merchant_id, id),
  check ((country, currency) in (('AE', 'AED'), ('KW', 'KWD'), ('SA', 'SAR')))
);

-- A merchant code is unique within its merchant only, compared without case.
create unique index stores_by_code on stores (merchant_id, lower(merchant_code));
create unique index stores_default on stores (merchant_id) where is_default;

create table keys (
  merchant_id uuid not null references merchants,
  id uuid not null,
  kind text not null check (kind in ('secret', 'public')),
  is_test boolean not null,
  hash bytea not null check (octet_length(hash) = 32),
  last_four text not null check (length(last_four) = 4),
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (merchant_id, id)
);

-- A key arrives without its merchant, so it is found by its hash alone.
create unique index keys_by_hash on keys (hash);

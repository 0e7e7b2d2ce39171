-- Customers sign in to their account by phone and code. They are customers of all merchants of a region, so the key, which begins with a
-- merchant's id like every other, begins with the nil UUID, as message_quotas does for what is counted over all merchants.

-- A browser on its way in: one row for each, whichever phone was typed last.
create table customer_sign_ins (
  merchant_id uuid not null check (merchant_id = '00000000-0000-0000-0000-000000000000'),
  -- SHA-256 of the browser's cookie.
  browser_hash bytea not null,
  region text not null,
  is_test boolean not null,
  -- Names it in the sandbox's outbox.
  id uuid not null,
  -- E.164.
  phone text not null,
  -- Only the hash of the code; null once it was used.
  code_hash bytea,
  -- By the system's clock, as all times here.
  sent_at timestamptz not null,
  sends integer not null check (sends > 0),
  tries integer not null check (tries >= 0),
  kept_until timestamptz not null,
  primary key (merchant_id, region, is_test, browser_hash)
);

create index customer_sign_ins_over on customer_sign_ins (kept_until);

-- Who is signed in. The token is random and only in the browser's cookie.
create table customer_sessions (
  merchant_id uuid not null check (merchant_id = '00000000-0000-0000-0000-000000000000'),
  -- SHA-256 of the token.
  token_hash bytea not null,
  region text not null,
  is_test boolean not null,
  -- E.164, proved by a code.
  phone text not null,
  seen_at timestamptz not null,
  -- However often it is seen.
  ends_at timestamptz not null,
  -- How many cards were typed.
  cards_given integer not null default 0 check (cards_given >= 0),
  primary key (merchant_id, token_hash)
);

create index customer_sessions_over on customer_sessions (ends_at);

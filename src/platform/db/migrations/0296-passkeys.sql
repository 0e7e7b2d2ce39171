-- Passkeys of people: a second factor, or the whole sign-in. A person is one of all merchants.

create table passkeys (
  merchant_id uuid not null check (merchant_id = '00000000-0000-0000-0000-000000000000'),
  desk text not null check (desk in ('dashboard', 'support')),
  id uuid not null,
  person_id uuid not null,
  -- The authenticator's own id of the passkey.
  credential_id bytea not null,
  -- COSE.
  public_key bytea not null,
  -- The counter of the last use: a lower one is of a copy. Many authenticators always send 0.
  counter bigint not null,
  transports text[] not null,
  -- The host that the passkey belongs to. Browsers offer it nowhere else.
  rp_id text not null,
  name text not null,
  -- By the machine's clock.
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (merchant_id, desk, id),
  unique (merchant_id, desk, credential_id)
);

create index passkeys_of_person on passkeys (merchant_id, desk, person_id);

-- Challenges that wait for the answer of a passkey: one for each session or browser and purpose. Each works once.
create table passkey_challenges (
  merchant_id uuid not null check (merchant_id = '00000000-0000-0000-0000-000000000000'),
  desk text not null check (desk in ('dashboard', 'support')),
  -- SHA-256 of the secret of the session or the browser.
  bound_hash bytea not null,
  purpose text not null check (purpose in ('add', 'sign_in', 'code', 'prove')),
  challenge bytea not null,
  -- By the machine's clock.
  ends_at timestamptz not null,
  primary key (merchant_id, desk, bound_hash, purpose)
);

create index passkey_challenges_over on passkey_challenges (ends_at);

grant select, insert, update, delete on passkeys, passkey_challenges to qist_service;

-- People who work in a browser: those of merchants, at the dashboard, and support's agents. A person may work for several merchants and is
-- found before it is known for which, so the keys of people and of their sessions begin with the nil UUID, as customer_sessions' do.

create table persons (
  merchant_id uuid not null check (merchant_id = '00000000-0000-0000-0000-000000000000'),
  id uuid not null,
  -- As it is compared: trimmed, in lower case.
  email text not null,
  -- argon2id in the PHC form; null for somebody who signs in elsewhere.
  password_hash text,
  lang text check (lang in ('en', 'ar')),
  -- The secret of the second factor, encrypted for the person's id.
  sealed_totp_secret bytea,
  -- The time step of the code that was used last: none works twice.
  totp_step bigint,
  -- How the person came. Production does not start where there are people of a sandbox, whose password everybody knows.
  origin text not null check (origin in ('invited', 'demo', 'sandbox')),
  created_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, email),
  check (totp_step is null or sealed_totp_secret is not null)
);

create table agents (like persons including all);

create table memberships (
  merchant_id uuid not null,
  person_id uuid not null,
  role text not null check (role in ('admin', 'operator', 'developer', 'analyst')),
  created_at timestamptz not null,
  primary key (merchant_id, person_id)
);

create index memberships_of_person on memberships (person_id);

-- Who is signed in, or has given a password and not yet the code. The token is random and only in the browser's cookie.
create table person_sessions (
  merchant_id uuid not null check (merchant_id = '00000000-0000-0000-0000-000000000000'),
  -- SHA-256 of the token.
  token_hash bytea not null,
  -- Names it where sessions are listed.
  id uuid not null,
  person_id uuid not null,
  -- The merchant whose things are seen.
  acts_for uuid not null,
  -- `code`: the second factor is awaited; `enrol`: one has to be set up first.
  stage text not null check (stage in ('open', 'code', 'enrol')),
  -- By the system's clock, as all times here.
  opened_at timestamptz not null,
  seen_at timestamptz not null,
  -- When a password or code was given last.
  proved_at timestamptz not null,
  -- However often it is seen.
  ends_at timestamptz not null,
  address text not null,
  user_agent text not null,
  primary key (merchant_id, token_hash)
);

create index person_sessions_of_person on person_sessions (merchant_id, person_id);
create index person_sessions_over on person_sessions (ends_at);

-- Support's are of no merchant.
create table agent_sessions (like person_sessions including all);
alter table agent_sessions drop column acts_for;

-- What is counted against guessing: tries of an account or an address, those that failed and those that are being judged.
create table sign_in_failures (
  merchant_id uuid not null check (merchant_id = '00000000-0000-0000-0000-000000000000'),
  -- SHA-256 of what is counted.
  subject bytea not null,
  failed_at timestamptz[] not null,
  judged_since timestamptz[] not null,
  kept_until timestamptz not null,
  primary key (merchant_id, subject)
);

create index sign_in_failures_over on sign_in_failures (kept_until);

-- What people did. It is only added to.
create table activities (
  -- Whose thing it was; the nil UUID where it was no merchant's.
  merchant_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  desk text not null check (desk in ('dashboard', 'support')),
  person_id uuid not null,
  email text not null,
  what text not null,
  on_kind text not null,
  on_id text not null,
  -- Null where it is of no mode.
  is_test boolean,
  address text not null,
  request_id text not null,
  details json not null,
  primary key (merchant_id, id)
);

create index activities_of_support on activities (id) where desk = 'support';

grant select, insert, update, delete on persons, agents, memberships, person_sessions, agent_sessions, sign_in_failures to qist_service;
grant select, insert on activities to qist_service;

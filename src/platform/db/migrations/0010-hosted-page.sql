-- How far a customer has come on the payment page, what was asked of the card processor, and the cards that customers keep.

create table visits (
  merchant_id uuid not null,
  session_id uuid not null,
  -- Rises by one with every change. A change is saved only on the version that was read.
  version integer not null check (version > 0),
  -- E.164, where the last code went; empty before the first.
  phone text not null,
  -- Only the hash of a code is kept, and only until it was typed.
  code_hash bytea check (octet_length(code_hash) = 32),
  code_sent_at timestamptz,
  code_sends integer not null check (code_sends >= 0),
  wrong_tries integer not null check (wrong_tries >= 0),
  -- Hash of the cookie of the browser in which the right code was typed.
  browser_hash bytea check (octet_length(browser_hash) = 32),
  -- Number and security code are never here: a token of the processor, and what the customer knows the card by.
  card_token text,
  card_brand text,
  card_last_four text check (card_last_four ~ '^[0-9]{4}$'),
  card_expiry_month integer,
  card_expiry_year integer,
  cards_given integer not null check (cards_given >= 0),
  declines integer not null check (declines >= 0),
  last_decline text,
  locked_at timestamptz,
  cancelled_at timestamptz,
  primary key (merchant_id, session_id),
  check ((card_token is null) = (card_last_four is null))
);

-- One row for each code that was sent, for an hour: a phone gets only so many, whatever sessions they are sent from.
create table code_messages (
  merchant_id uuid not null,
  phone text not null,
  id uuid not null,
  sent_at timestamptz not null,
  primary key (merchant_id, phone, id)
);

-- One row before the processor is asked: what it answers, or never answers, is settled on it.
create table charges (
  merchant_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  payment_id uuid not null,
  is_test boolean not null,
  state text not null check (state in ('open', 'challenged', 'approved', 'declined', 'to_give_back', 'given_back')),
  phone text not null,
  card_token text not null,
  card_brand text not null,
  card_last_four text not null,
  card_expiry_month integer not null,
  card_expiry_year integer not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  decline_reason text,
  created_at timestamptz not null,
  -- When the service asks the processor what became of it, by the system's clock; null once it is settled.
  resolve_at timestamptz,
  primary key (merchant_id, id),
  check ((resolve_at is not null) = (state in ('open', 'challenged', 'to_give_back')))
);

-- A session is charged at most once, whatever the program believes.
create unique index charges_alive on charges (merchant_id, session_id) where state in ('open', 'challenged', 'approved');
create index charges_by_session on charges (merchant_id, session_id, created_at);
create index charges_due on charges (resolve_at) where resolve_at is not null;

-- The card a customer paid with last at this merchant, in this mode: known by the phone that a code proved.
create table saved_cards (
  merchant_id uuid not null,
  is_test boolean not null,
  phone text not null,
  token text not null,
  brand text not null,
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  expiry_month integer not null,
  expiry_year integer not null,
  saved_at timestamptz not null,
  primary key (merchant_id, is_test, phone)
);

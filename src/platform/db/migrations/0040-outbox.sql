-- Sandbox: the text messages that nobody was sent, to be looked at for an hour from whichever process is asked.

create table outbox_messages (
  merchant_id uuid not null,
  session_id uuid not null,
  id uuid not null,
  -- E.164.
  phone text not null,
  -- A code stands in it, so it is encrypted like every secret.
  sealed_text bytea not null,
  -- By the merchant's clock.
  sent_at timestamptz not null,
  -- By the system's clock.
  kept_until timestamptz not null,
  primary key (merchant_id, session_id, id)
);

-- Who looks knows the session and not its merchant.
create index outbox_messages_by_session on outbox_messages (session_id);
create index outbox_messages_over on outbox_messages (kept_until);

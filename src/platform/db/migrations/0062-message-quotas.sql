-- What counts text messages, codes and links together: a row for each phone, merchant and address that had some of late. Counting
-- locks the row for a moment, so that a quota is exact however many ask at once.

create table message_quotas (
  -- Whose messages are counted; the nil UUID for what is counted over all merchants.
  merchant_id uuid not null,
  -- `phone live +971…`, `address live 203.0.113.7`, …
  counted text not null,
  -- When the messages within the quota's window were sent, oldest first, by the database's clock. Never more than the quota.
  sent_at timestamptz[] not null,
  -- When the last of them leaves the window.
  forget_at timestamptz not null,
  primary key (merchant_id, counted)
);

create index message_quotas_over on message_quotas (forget_at);

-- code_messages is not dropped yet: a process of the version before, which serves beside this one while they are replaced one
-- after the other, sends no code without it. A later migration drops it, with the phones in it.

-- What customers are told of their payments, once for each event: written with the event, sent by a worker.

create table customer_messages (
  merchant_id uuid not null,
  payment_id uuid not null,
  kind text not null check (kind in ('reminder', 'collected', 'collection_failed', 'returned')),
  -- Which one of its kind: a due date, a charge, a version of the payment.
  event text not null,
  is_test boolean not null,
  -- E.164.
  phone text not null,
  text text not null,
  -- By the merchant's clock.
  at timestamptz not null,
  state text not null check (state in ('waiting', 'sending', 'sent', 'failed')),
  tries integer not null default 0,
  -- By the database's clock; null once it is handed over. One that was being handed over when its process died is not sent again.
  send_at timestamptz,
  primary key (merchant_id, payment_id, kind, event),
  check ((send_at is not null) = (state = 'waiting'))
);

create index customer_messages_due on customer_messages (send_at) where send_at is not null;

-- The outbox is also looked through by phone, and says what a message is.
alter table outbox_messages add column kind text not null default 'code', add column is_test boolean not null default true;
create index outbox_messages_by_phone on outbox_messages (merchant_id, phone);

-- Links that people make at the dashboard for orders of shops without an integration. Each leads to a checkout session; the rest of what
-- is known of it follows from that.
create table payment_links (
  merchant_id uuid not null,
  -- Named by the form that makes it: sent twice, it makes one.
  id uuid not null,
  is_test boolean not null,
  -- Null while its session is being made.
  session_id uuid,
  -- The e-mail of who made it.
  made_by text not null,
  made_at timestamptz not null,
  -- How often it was sent to the customer's phone, and when last.
  sends integer not null default 0,
  sent_at timestamptz,
  primary key (merchant_id, id)
);

create index payment_links_by_time on payment_links (merchant_id, is_test, made_at desc, id desc);

grant select, insert, update, delete on payment_links to qist_service;

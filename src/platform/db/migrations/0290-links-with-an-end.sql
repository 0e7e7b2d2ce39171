-- Payment links that live longer than a checkout session. Each opening of the link gets a session of its own; one payment is authorized.
alter table payment_links
  -- The secret of the public address. Null: a link of a version before, or one whose order was refused; it is the address of its session.
  add column token uuid,
  -- When the link ends, by the merchant's clock.
  add column ends_at timestamptz,
  add column cancelled_at timestamptz,
  -- When its payment was authorized. Then session_id is the session of that payment; before, it is the latest session.
  add column paid_at timestamptz,
  -- The first charge that holds the link while it is in flight, and for good once it is approved.
  add column charge_id uuid,
  -- The order of the next session. Null once it is no longer needed.
  add column order_body json,
  -- How often the link was opened, and when last.
  add column opens integer not null default 0,
  add column opened_at timestamptz;

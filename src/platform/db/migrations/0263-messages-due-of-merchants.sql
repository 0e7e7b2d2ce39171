-- The waiting messages of one merchant, whose clock may be advanced (sandbox). `send_at` is a time of that clock.
-- Outside of a transaction.
create index concurrently customer_messages_due_of on customer_messages (merchant_id, send_at) where send_at is not null;

-- The messages to a phone: those of the last 30 days are counted before another one is sent.
-- Outside of a transaction.
create index concurrently customer_messages_by_phone on customer_messages (merchant_id, phone, at);

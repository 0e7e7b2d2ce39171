-- The messages of one merchant that are being handed over: its clock (sandbox) waits for them.
-- Outside of a transaction.
create index concurrently customer_messages_under_way on customer_messages (merchant_id) where state = 'sending';

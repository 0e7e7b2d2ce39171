-- Payments that nobody finished and whose orders are still whole, oldest first. A payment enters it when it is rejected or expires: whoever
-- captures and refunds pays nothing for it.
-- Outside of a transaction.
create index concurrently payments_untidied on payments (created_at) where status in ('REJECTED', 'EXPIRED') and order_tidied_at is null;

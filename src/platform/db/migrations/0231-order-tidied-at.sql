-- When the order of a payment that nobody finished was emptied, or was found to stay because a card was charged for it.
alter table payments add column order_tidied_at timestamptz;

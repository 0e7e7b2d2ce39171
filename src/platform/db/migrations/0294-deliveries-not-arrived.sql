-- What did not arrive at a webhook, newest first. A delivery that arrives at the first attempt is never in it, so sending pays nothing.
-- Outside of a transaction.
create index concurrently deliveries_not_arrived on deliveries (merchant_id, webhook_id, state, notification_id)
  where state in ('failed', 'dropped') or (state = 'waiting' and attempts > earlier_attempts);

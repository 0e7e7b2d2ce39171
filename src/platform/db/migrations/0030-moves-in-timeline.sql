-- A capture or refund is a step of its payment's timeline and no row beside it: one row and two index entries less to write.

alter table payment_timeline
  alter column amount_minor type positive_minor,
  -- Of a capture or refund: its id, and what the merchant said about it.
  add column id uuid,
  add column body json;

update payment_timeline as step set id = moved.id, body = moved.body
from (
  select merchant_id, payment_id, version, id, body from captures
  union all
  select merchant_id, payment_id, version, id, body from refunds
) as moved
where step.merchant_id = moved.merchant_id and step.payment_id = moved.payment_id and step.version = moved.version;

-- One movement per reference, whatever the program believes.
create unique index payment_timeline_by_reference on payment_timeline (merchant_id, payment_id, move, reference_id)
  where move in ('capture', 'refund') and reference_id <> '';

drop table captures, refunds;

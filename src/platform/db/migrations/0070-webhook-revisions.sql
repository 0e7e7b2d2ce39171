-- What an attempt says of a webhook counts only while the webhook is still what was tried: the revision rises whenever its
-- address or header is replaced and whenever it is enabled or disabled by hand.

alter table webhooks add column revision integer not null default 1;

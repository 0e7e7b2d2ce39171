-- An address may be longer than an index row can be, so what is unique is its hash. A backslash never stands in a normalised
-- address; doubled, it would not be taken for an escape either.

create unique index webhooks_by_url_hash on webhooks (merchant_id, store_id, is_test, family,
  sha256(decode(replace(normalised_url, '\', '\\'), 'escape')));
drop index webhooks_by_url;

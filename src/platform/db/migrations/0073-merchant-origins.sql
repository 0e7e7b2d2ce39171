-- Who made a merchant: an operator, or a sandbox, which makes the demo merchants and whatever it is asked for without a key. The
-- keys of those are known to strangers, so production does not start while one of them works.

alter table merchants add column origin text not null default 'operator' check (origin in ('operator', 'demo', 'sandbox'));
-- When it was taken out of use to make room for others, unused; it is removed a little later.
alter table merchants add column retired_at timestamptz;

update merchants set origin = 'demo' where merchant_id in (
  select merchant_id from keys where hash in (
    sha256('sk_test_11111111-1111-4111-8111-111111111111'), sha256('sk_test_22222222-2222-4222-8222-222222222222'),
    sha256('sk_test_33333333-3333-4333-8333-333333333333')
  )
);

create index merchants_strange on merchants (merchant_id) where origin <> 'operator';
create index merchants_of_sandbox on merchants (created_at, merchant_id) where origin = 'sandbox' and retired_at is null;
create index merchants_retired on merchants (retired_at) where retired_at is not null;

-- How many payments each store has, and what a merchant's days brought: kept like the counts of lists, by the same changes.

create table payment_store_counts (
  merchant_id uuid not null,
  is_test boolean not null,
  store_id uuid not null,
  listed_as text collate "C" not null,
  span counted_span not null,
  -- When the quarter of an hour, or the store's day, begins in which the payments were created.
  begins_at timestamptz not null,
  count bigint not null,
  primary key (merchant_id, is_test, store_id, listed_as, span, begins_at)
) with (fillfactor = 70);

create table payment_figures (
  merchant_id uuid not null,
  is_test boolean not null,
  currency text collate "C" not null,
  -- In the stores' time zone, which follows from the currency.
  date date not null,
  -- Payments that were created that day, and how many of them were authorized, whenever that was.
  opened bigint not null,
  approved bigint not null,
  -- What happened that day, whenever the payment was created.
  authorized bigint not null,
  authorized_minor bigint not null,
  captured bigint not null,
  captured_minor bigint not null,
  refunded bigint not null,
  refunded_minor bigint not null,
  disputed bigint not null,
  primary key (merchant_id, is_test, currency, date)
) with (fillfactor = 70);

grant select, insert, update, delete on payment_store_counts, payment_figures to qist_service;

-- Whole tables are read here, not single rows.
set local enable_seqscan = on;
set local enable_hashjoin = on;
set local enable_mergejoin = on;
set local work_mem = '256MB';

insert into payment_store_counts (merchant_id, is_test, store_id, listed_as, span, begins_at, count)
select merchant_id, is_test, store_id, listed_as, 'quarter_hour', date_bin('15 minutes', created_at, 'epoch'), count(*)
from payments group by 1, 2, 3, 4, 5, 6;

insert into payment_store_counts (merchant_id, is_test, store_id, listed_as, span, begins_at, count)
select counts.merchant_id, is_test, store_id, listed_as, 'day', date_bin('1 day', begins_at, timestamptz 'epoch' - ahead), sum(count)
from payment_store_counts as counts
join (
  select merchant_id, id as store_id, case currency when 'AED' then interval '4 hours' else interval '3 hours' end as ahead from stores
) as store using (merchant_id, store_id)
group by 1, 2, 3, 4, 5, 6;

insert into payment_figures (merchant_id, is_test, currency, date, opened, approved, authorized, authorized_minor, captured,
  captured_minor, refunded, refunded_minor, disputed)
select merchant_id, is_test, currency,
  ((at + case currency when 'AED' then interval '4 hours' else interval '3 hours' end) at time zone 'UTC')::date,
  count(*) filter (where move = 'create'), count(*) filter (where move = 'approve'),
  count(*) filter (where move = 'authorize'), coalesce(sum(amount_minor) filter (where move = 'authorize'), 0),
  count(*) filter (where move = 'capture'), coalesce(sum(amount_minor) filter (where move = 'capture'), 0),
  count(*) filter (where move = 'refund'), coalesce(sum(amount_minor) filter (where move = 'refund'), 0),
  count(*) filter (where move = 'open_dispute')
from (
  select merchant_id, is_test, currency, created_at as at, 'create' as move, 0 as amount_minor from payments
  union all
  select payment.merchant_id, is_test, currency, happened.at, happened.move,
    case when step.move = 'authorize' then payment.amount_minor else step.amount_minor end
  from payment_timeline as step
  join payments as payment on payment.merchant_id = step.merchant_id and payment.id = step.payment_id
  cross join lateral (
    select step.at, step.move union all select payment.created_at, 'approve' where step.move = 'authorize'
  ) as happened
  where step.move in ('authorize', 'capture', 'refund', 'open_dispute')
) as event
group by 1, 2, 3, 4;

-- Lists of payments show the exact number of all that match, at any number of payments and any offset: how many there are of
-- each kind is counted by day and by quarter of an hour, so that a list adds up a few hundred numbers and not millions of rows.

-- The kinds that lists are filtered by. Computed here, so that no statement can forget it.
alter table payments add column listed_as text collate "C" not null generated always as (
  case
    when status <> 'CLOSED' then lower(status)
    when captured_minor = 0 then 'cancelled'
    when captured_minor = refunded_minor then 'refunded'
    else 'captured'
  end
) stored;

-- A page is a walk along this index for each kind of its filter.
drop index payments_by_creation;
create index payments_by_kind on payments (merchant_id, is_test, listed_as, created_at, id);

create domain counted_span as text check (value in ('day', 'quarter_hour'));

create table payment_counts (
  merchant_id uuid not null,
  is_test boolean not null,
  listed_as text collate "C" not null,
  span counted_span not null,
  -- When the day or quarter of an hour begins in which the payments were created.
  begins_at timestamptz not null,
  count bigint not null,
  primary key (merchant_id, is_test, listed_as, span, begins_at)
) with (fillfactor = 70);

-- What the counts do not hold yet: written by the statements that create and change payments, added to the counts a moment later,
-- so that no two payments wait for one row. A list adds it up too. No key: rows are only added, and taken all together.
create table payment_count_changes (
  merchant_id uuid not null,
  is_test boolean not null,
  created_at timestamptz not null,
  -- Null: the payment is new.
  listed_before text collate "C",
  listed_as text collate "C" not null
);

insert into payment_counts (merchant_id, is_test, listed_as, span, begins_at, count)
select merchant_id, is_test, listed_as, span.name, date_bin(span.width, created_at, 'epoch'), count(*)
from payments cross join (values ('day', interval '1 day'), ('quarter_hour', interval '15 minutes')) as span (name, width)
group by 1, 2, 3, 4, 5;

-- What happened to merchants of a sandbox, for who integrates: calls, deliveries, changes, what customers did. In production nothing
-- writes here.
create table journal_entries (
  merchant_id uuid not null,
  -- In the order in which they were written.
  id bigint generated always as identity,
  is_test boolean not null,
  -- Its place in its journal. Given when somebody reads, so that none comes before one that was read already.
  number bigint,
  kind text not null check (kind in ('request', 'delivery', 'change', 'customer', 'clock', 'fault')),
  -- By the system's clock.
  at timestamptz not null,
  operation text,
  method text,
  path text,
  status integer,
  request_id text,
  reference_id text,
  payment_id uuid,
  fault_id uuid,
  duration_ms integer,
  summary text not null,
  -- Of a change: what its summary is made of when it is read.
  change json,
  -- What was sent and answered, without secrets: JSON of headers and body.
  request text,
  answer text,
  primary key (merchant_id, id)
);

create index journal_entries_unread on journal_entries (merchant_id, is_test, at, id) where number is null;
create unique index journal_entries_read on journal_entries (merchant_id, is_test, number) where number is not null;
create index journal_entries_of_payment on journal_entries (merchant_id, is_test, payment_id, number)
  where number is not null and payment_id is not null;
create index journal_entries_of_request on journal_entries (merchant_id, request_id) where request_id is not null;
create index journal_entries_by_time on journal_entries (at);

-- A journal that somebody reads: a merchant's in one mode.
create table journals (
  merchant_id uuid not null,
  is_test boolean not null,
  -- In every cursor, so that one of another journal is known for what it is.
  name text not null,
  -- The number that was given last, and the highest whose entry was removed.
  last_number bigint not null default 0,
  removed_number bigint not null default 0,
  primary key (merchant_id, is_test),
  check (removed_number between 0 and last_number)
);

grant select, insert, update, delete on journal_entries, journals to qist_service;

-- Changes of payments and disputes get into the journal whoever makes them. Only a sandbox has these triggers: it makes them when it starts,
-- and whoever leaves the sandbox drops them. That takes the owner's rights, which the service gets for nothing but this.
create function journal_payment_changes() returns trigger language plpgsql as $$
begin
  insert into journal_entries (merchant_id, is_test, kind, at, operation, request_id, reference_id, payment_id, summary, change)
  select step.merchant_id, payment.is_test, 'change', date_trunc('milliseconds', clock_timestamp()), step.move,
    nullif(step.request_id, ''), nullif(step.reference_id, ''), step.payment_id, '',
    json_build_object('of', 'payment', 'actor', step.actor, 'status', step.status_after, 'currency', payment.currency,
      'amount_minor', coalesce(step.amount_minor, case when step.move in ('create', 'authorize') then payment.amount_minor end)::text)
  from added as step join payments as payment on payment.merchant_id = step.merchant_id and payment.id = step.payment_id
  order by step.payment_id, step.version;
  return null;
end $$;

create function journal_dispute_changes() returns trigger language plpgsql as $$
begin
  insert into journal_entries (merchant_id, is_test, kind, at, operation, request_id, payment_id, summary, change)
  select line.merchant_id, false, 'change', date_trunc('milliseconds', clock_timestamp()), line.event_type,
    nullif(line.request_id, ''), dispute.payment_id, '',
    json_build_object('of', 'dispute', 'actor', line.actor, 'status', dispute.status, 'currency', dispute.currency,
      'amount_minor', dispute.amount_minor::text)
  from added as line join disputes as dispute on dispute.merchant_id = line.merchant_id and dispute.id = line.dispute_id
  order by line.dispute_id, line.version;
  return null;
end $$;

-- Each answers whether there was anything to do.
create function follow_changes() returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select count(*) = 2 from pg_trigger where tgname in ('journal_payment_changes', 'journal_dispute_changes')) then
    return false;
  end if;
  create or replace trigger journal_payment_changes after insert on payment_timeline
    referencing new table as added for each statement execute function journal_payment_changes();
  create or replace trigger journal_dispute_changes after insert on dispute_history
    referencing new table as added for each statement execute function journal_dispute_changes();
  return true;
end $$;

create function stop_following_changes() returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from pg_trigger where tgname in ('journal_payment_changes', 'journal_dispute_changes')) then
    return false;
  end if;
  drop trigger if exists journal_payment_changes on payment_timeline;
  drop trigger if exists journal_dispute_changes on dispute_history;
  return true;
end $$;

revoke execute on function follow_changes(), stop_following_changes() from public;
grant execute on function follow_changes(), stop_following_changes() to qist_service;

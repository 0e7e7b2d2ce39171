-- On a store in shards, what a shard's tables are told by triggers they tell the journal of the same shard, and ids of entries come from a
-- sequence of each node: a shard's part of a table has no identity of its own.
grant usage on sequence journal_entries_id_seq to qist_service;

-- The part of another table that lies beside this part.
create function part_beside(part text, other text) returns text language plpgsql stable as $$
begin
  return (
    select other || '_' || beside.shardid from pg_dist_shard as own
    join pg_dist_shard as beside on beside.shardminvalue = own.shardminvalue
    where own.shardid = substring(part from '\d+$')::bigint and beside.logicalrelid = other::regclass
  );
end $$;

create function journal_payment_changes_of_shard() returns trigger language plpgsql as $$
begin
  execute format($text$
    insert into %I (id, merchant_id, is_test, kind, at, operation, request_id, reference_id, payment_id, summary, change)
    select nextval('journal_entries_id_seq'), step.merchant_id, payment.is_test, 'change', date_trunc('milliseconds', clock_timestamp()), step.move,
      nullif(step.request_id, ''), nullif(step.reference_id, ''), step.payment_id, '',
      json_build_object('of', 'payment', 'actor', step.actor, 'status', step.status_after, 'currency', payment.currency,
        'amount_minor', coalesce(step.amount_minor, case when step.move in ('create', 'authorize') then payment.amount_minor end)::text)
    from added as step join %I as payment on payment.merchant_id = step.merchant_id and payment.id = step.payment_id
    order by step.payment_id, step.version
  $text$, part_beside(tg_table_name, 'journal_entries'), part_beside(tg_table_name, 'payments'));
  return null;
end $$;

create function journal_dispute_changes_of_shard() returns trigger language plpgsql as $$
begin
  execute format($text$
    insert into %I (id, merchant_id, is_test, kind, at, operation, request_id, payment_id, summary, change)
    select nextval('journal_entries_id_seq'), line.merchant_id, false, 'change', date_trunc('milliseconds', clock_timestamp()), line.event_type,
      nullif(line.request_id, ''), dispute.payment_id, '',
      json_build_object('of', 'dispute', 'actor', line.actor, 'status', dispute.status, 'currency', dispute.currency,
        'amount_minor', dispute.amount_minor::text)
    from added as line join %I as dispute on dispute.merchant_id = line.merchant_id and dispute.id = line.dispute_id
    order by line.dispute_id, line.version
  $text$, part_beside(tg_table_name, 'journal_entries'), part_beside(tg_table_name, 'disputes'));
  return null;
end $$;

create or replace function follow_changes() returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- A store in shards has this function.
  place text := case when to_regproc('qist_hold_shard') is null then '' else '_of_shard' end;
begin
  if (select count(*) = 2 from pg_trigger where tgname in ('journal_payment_changes', 'journal_dispute_changes')) then
    return false;
  end if;
  -- What these triggers do stays within their shard.
  perform set_config('citus.enable_unsafe_triggers', 'on', true);
  execute 'create or replace trigger journal_payment_changes after insert on payment_timeline
    referencing new table as added for each statement execute function journal_payment_changes' || place || '()';
  execute 'create or replace trigger journal_dispute_changes after insert on dispute_history
    referencing new table as added for each statement execute function journal_dispute_changes' || place || '()';
  return true;
end $$;

create or replace function stop_following_changes() returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from pg_trigger where tgname in ('journal_payment_changes', 'journal_dispute_changes')) then
    return false;
  end if;
  perform set_config('citus.enable_unsafe_triggers', 'on', true);
  drop trigger if exists journal_payment_changes on payment_timeline;
  drop trigger if exists journal_dispute_changes on dispute_history;
  return true;
end $$;

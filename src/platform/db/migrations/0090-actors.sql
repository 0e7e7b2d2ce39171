-- Who acted, beside the name that is shown: of which kind, and which one. Null in rows that are older.
alter table payment_timeline add column actor_kind text, add column actor_id text;

-- Empty in rows that are older: they say only whether it was the customer, the merchant or support (`source`).
alter table dispute_history add column actor text not null default '', add column actor_kind text, add column actor_id text,
  add column request_id text not null default '';

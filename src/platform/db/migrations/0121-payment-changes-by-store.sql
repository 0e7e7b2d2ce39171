-- What changes say of stores and of money, for counts by store and for the figures of days. Null in rows of earlier versions, which the next
-- migration has counted. By itself, so that its lock lasts no longer than it takes.

alter table payment_count_changes
  add column store_id uuid,
  add column currency text collate "C",
  -- What happened to the payment, and when; null: it is new.
  add column move text,
  add column at timestamptz,
  -- The money that moved, or was authorized.
  add column amount_minor bigint;

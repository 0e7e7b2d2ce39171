-- When the processor is asked again about a return that it has confirmed, by the merchant's clock; null: no more. What was confirmed before
-- this version is asked about when the processor tells of it.
alter table returns add column due_at timestamptz;

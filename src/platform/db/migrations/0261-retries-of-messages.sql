-- Wider: messages to customers fall due by the merchant's clock, as collections do.
alter table due_retries drop constraint due_retries_kind_check;
alter table due_retries add constraint due_retries_kind_check
  check (kind in ('payment', 'dispute', 'collection', 'settlement', 'message')) not valid;

-- Wider: an erasing may fail and is tried again.
alter table due_retries drop constraint due_retries_kind_check;
alter table due_retries add constraint due_retries_kind_check
  check (kind in ('payment', 'dispute', 'collection', 'settlement', 'message', 'erasure')) not valid;

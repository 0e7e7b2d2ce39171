-- So that whoever manages keys knows which is which, and which of them nobody uses any more.

alter table keys
  add column name text not null default '',
  -- By the system's clock; noted at most once a minute.
  add column last_used_at timestamptz;

-- The legal entity behind a store: statements of settlements name it.
alter table stores
  add column legal_name text not null default '',
  add column legal_address text not null default '',
  add column tax_number text not null default '',
  -- By the merchant's clock; null while nothing was entered.
  add column legal_changed_at timestamptz;

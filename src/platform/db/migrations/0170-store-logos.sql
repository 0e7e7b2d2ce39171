-- A store's logo, which customers see beside its name.

alter table stores
  -- Which one it is, by its content; null: none.
  add column logo text;

create table store_logos (
  merchant_id uuid not null,
  store_id uuid not null,
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  body bytea not null check (octet_length(body) between 1 and 102400),
  primary key (merchant_id, store_id)
);

grant select, insert, update, delete on store_logos to qist_service;

-- One row from the first start in production on: no sandbox, whose keys and passwords everybody knows, is opened here.
create table production_use (
  is_so boolean primary key default true check (is_so),
  since timestamptz not null default now()
);

grant select, insert on production_use to qist_service;

-- Of held payments: never paid out.
alter table pending_settlements add column is_held boolean not null default false;

-- Of a held payment: the processor of the sandbox has moved nothing.
alter table charges add column is_held boolean not null default false;

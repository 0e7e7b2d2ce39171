-- Marks the rows that a sandbox makes (docs/decisions/0100-what-a-sandbox-leaves.md).
alter table payments add column in_sandbox boolean not null default false;
alter table payments alter column in_sandbox set default (current_setting('qist.sandbox', true) is not distinct from 'on');
-- Can only be read: a sandbox made it, no card has paid it, and the sandbox has been left.
alter table payments add column is_held boolean not null default false;

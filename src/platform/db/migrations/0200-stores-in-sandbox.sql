-- Marks the rows that a sandbox makes (docs/decisions/0100-what-a-sandbox-leaves.md).
alter table stores add column in_sandbox boolean not null default false;
alter table stores alter column in_sandbox set default (current_setting('qist.sandbox', true) is not distinct from 'on');
-- The settings before a sandbox changed them, by the names of their columns. Null: a sandbox has changed nothing.
alter table stores add column before_sandbox json;

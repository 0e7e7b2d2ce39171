-- Marks the rows that a sandbox makes (docs/decisions/0100-what-a-sandbox-leaves.md).
alter table signing_secrets add column in_sandbox boolean not null default false;
alter table signing_secrets alter column in_sandbox set default (current_setting('qist.sandbox', true) is not distinct from 'on');
-- When the secret was to end before a sandbox ended it; infinity: never. Null: no sandbox has ended it.
alter table signing_secrets add column end_before_sandbox timestamptz;

-- A sandbox's connections set `qist.sandbox`, the operator's commands and production do not: each row that a sandbox makes is marked.
-- Rows that are older are not (docs/decisions/0100-what-a-sandbox-leaves.md).
alter table keys add column in_sandbox boolean not null default false;
alter table keys alter column in_sandbox set default (current_setting('qist.sandbox', true) is not distinct from 'on');

-- Marks the rows that a sandbox makes (docs/decisions/0100-what-a-sandbox-leaves.md).
alter table saved_cards add column in_sandbox boolean not null default false;
alter table saved_cards alter column in_sandbox set default (current_setting('qist.sandbox', true) is not distinct from 'on');

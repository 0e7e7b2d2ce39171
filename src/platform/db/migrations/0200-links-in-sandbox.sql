-- Marks the rows that a sandbox makes (docs/decisions/0100-what-a-sandbox-leaves.md).
alter table payment_links add column in_sandbox boolean not null default false;
alter table payment_links alter column in_sandbox set default (current_setting('qist.sandbox', true) is not distinct from 'on');

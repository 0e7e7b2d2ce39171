-- Marks the rows that a sandbox makes (docs/decisions/0100-what-a-sandbox-leaves.md).
alter table customer_sign_ins add column in_sandbox boolean not null default false;
alter table customer_sign_ins alter column in_sandbox set default (current_setting('qist.sandbox', true) is not distinct from 'on');

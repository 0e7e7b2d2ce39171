-- Marks the rows that a sandbox makes (docs/decisions/0100-what-a-sandbox-leaves.md).
alter table risk_rules add column in_sandbox boolean not null default false;
alter table risk_rules alter column in_sandbox set default (current_setting('qist.sandbox', true) is not distinct from 'on');
-- In the row of the merchant: all that was set in the mode before a sandbox changed it, rules of stores and blocks included. Null: a sandbox
-- has changed nothing.
alter table risk_rules add column before_sandbox json;

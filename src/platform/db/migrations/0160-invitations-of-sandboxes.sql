-- Anybody may make a merchant in a sandbox and invite whom they like: what they have invited must not open anything in production. The operator's
-- invitations are not counted among them.

alter table invitations add column in_sandbox boolean not null default false;

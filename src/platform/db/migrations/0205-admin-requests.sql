-- A merchant's first admin, whom support may invite: one agent requests, another confirms, and only then there is an invitation.

create table admin_requests (
  merchant_id uuid not null,
  -- Also the id of the invitation that it becomes.
  id uuid not null,
  email text not null,
  -- ended: nobody decided in time, or the merchant has an admin by now.
  state text not null check (state in ('waiting', 'confirmed', 'withdrawn', 'ended')),
  -- Agents, and their e-mail.
  requested_by uuid not null,
  requested_name text not null,
  requested_at timestamptz not null,
  ends_at timestamptz not null,
  decided_by uuid,
  decided_name text,
  decided_at timestamptz,
  -- Whether a sandbox has made it (docs/decisions/0100-what-a-sandbox-leaves.md).
  in_sandbox boolean not null default (current_setting('qist.sandbox', true) is not distinct from 'on'),
  primary key (merchant_id, id),
  check ((state in ('confirmed', 'withdrawn')) = (decided_by is not null)),
  check ((decided_by is null) = (decided_at is null) and (decided_by is null) = (decided_name is null)),
  -- Nobody confirms their own request.
  check (state <> 'confirmed' or decided_by <> requested_by)
);

create unique index admin_requests_of_merchant on admin_requests (merchant_id) where state = 'waiting';
create index admin_requests_waiting on admin_requests (requested_at, id) where state = 'waiting';
create index admin_requests_over on admin_requests (ends_at);

grant select, insert, update, delete on admin_requests to qist_service;

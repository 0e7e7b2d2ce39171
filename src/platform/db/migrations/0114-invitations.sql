-- Who is asked to work at a desk: the link is good once, for a week, and for one e-mail address.

create table invitations (
  -- The nil UUID for support, which is of no merchant.
  merchant_id uuid not null,
  id uuid not null,
  desk text not null check (desk in ('dashboard', 'support')),
  email text not null,
  role text check (role in ('admin', 'operator', 'developer', 'analyst')),
  -- SHA-256 of what is in the link.
  token_hash bytea not null unique,
  invited_by text not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  used_at timestamptz,
  primary key (merchant_id, id),
  check ((role is null) = (desk = 'support'))
);

create index invitations_over on invitations (ends_at);

grant select, insert, update, delete on invitations to qist_service;

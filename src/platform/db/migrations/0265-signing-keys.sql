-- The public parts of the keys that sign documents and notifications: those that held before, too.
create table signing_keys (
  kid text primary key,
  -- Base64url of 32 bytes.
  x text not null,
  valid_from timestamptz not null,
  -- When another key took its place; null for the current one.
  valid_until timestamptz
);
-- Nobody may change a key that was published: only when another took its place.
grant select, insert on signing_keys to qist_service;
grant update (valid_until) on signing_keys to qist_service;

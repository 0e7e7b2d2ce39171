-- What a sandbox answers in place of the operator's scoring service, for a merchant in one mode.
create table decision_doubles (
  merchant_id uuid not null,
  is_test boolean not null,
  -- The answer, and how it fails, as the merchant has set them.
  double json not null,
  -- How many questions it got since then.
  questions integer not null default 0,
  -- Whether a sandbox has made it (docs/decisions/0100-what-a-sandbox-leaves.md).
  in_sandbox boolean not null default (current_setting('qist.sandbox', true) is not distinct from 'on'),
  primary key (merchant_id, is_test)
);

grant select, insert, update, delete on decision_doubles to qist_service;

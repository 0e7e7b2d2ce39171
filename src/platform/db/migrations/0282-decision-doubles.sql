-- What a sandbox answers in place of the operator's scoring service, for a merchant in one mode. Only a sandbox writes it.
create table decision_doubles (
  merchant_id uuid not null,
  is_test boolean not null,
  -- The answer, and how it fails, as the merchant has set them.
  double json not null,
  -- How often it was asked since then.
  asked integer not null default 0,
  primary key (merchant_id, is_test)
);

grant select, insert, update, delete on decision_doubles to qist_service;

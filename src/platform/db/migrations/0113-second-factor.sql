-- Codes for somebody who has lost the second factor: each opens once, and only its hash is kept.

create table recovery_codes (
  merchant_id uuid not null check (merchant_id = '00000000-0000-0000-0000-000000000000'),
  desk text not null check (desk in ('dashboard', 'support')),
  person_id uuid not null,
  code_hash bytea not null,
  primary key (merchant_id, desk, person_id, code_hash)
);

grant select, insert, update, delete on recovery_codes to qist_service;

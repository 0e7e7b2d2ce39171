-- Rules by which orders are judged before the page opens, and what was decided by them.

-- Those of a merchant, whose scope is its own id, and those of one of its stores, whose scope is the store's id. What a row leaves
-- out is as the wider scope has it.
create table risk_rules (
  merchant_id uuid not null,
  is_test boolean not null,
  scope_id uuid not null,
  rules json not null,
  primary key (merchant_id, is_test, scope_id)
);

-- Whom a merchant does not sell to in parts: a phone in E.164, or an e-mail in small letters. Ids sort as entries were made.
create table risk_blocks (
  merchant_id uuid not null,
  is_test boolean not null,
  contact text not null,
  id uuid not null,
  primary key (merchant_id, is_test, contact)
);

-- Most merchants have neither: whoever knows the merchant knows this too, and asks nothing.
alter table merchants add column has_risk_rules boolean not null default false;

-- Null in rows that are older.
alter table sessions add column decision json;

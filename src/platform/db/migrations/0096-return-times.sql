-- When it was known what became of money that went back, by the merchant's clock: a processor's report of some time holds nothing that was
-- known before it. Of what was settled before this version the time is not known, and stays null.

alter table charges add column voided_at timestamptz;
-- Looked at for new rows only. A process of the version before, which knows of no such time, settles none any more: it would post nothing
-- to the account that the next migration opens for what waits.
alter table returns
  add column settled_at timestamptz,
  add constraint returns_settled_check check (state = 'waiting' or settled_at is not null) not valid;

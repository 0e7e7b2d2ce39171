-- A charge that nobody at the processor knew of is written off, and looked at again for a day: it may arrive late, and then goes
-- back. Times of charges are the database's. The checks are validated by the next migration, which locks nobody out.

alter table charges add column looks integer not null default 0 check (looks >= 0);

alter table charges drop constraint charges_state_check;
alter table charges add constraint charges_state_check check (
  state in ('open', 'challenged', 'approved', 'declined', 'written_off', 'to_give_back', 'given_back')
) not valid;

alter table charges drop constraint charges_check;
alter table charges add constraint charges_check check (
  (resolve_at is not null) = (state in ('open', 'challenged', 'written_off', 'to_give_back'))
) not valid;

-- Reads the table once, while everybody goes on writing to it.

alter table charges validate constraint charges_state_check;
alter table charges validate constraint charges_check;

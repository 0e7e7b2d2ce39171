-- Wider: the code's list of markets says which countries there are, and which currency each has.
alter table stores drop constraint stores_country_check;
alter table stores add constraint stores_country_check check (country ~ '^[A-Z]{2}$') not valid;
alter table stores drop constraint stores_check2;
alter table stores add constraint stores_check2 check (currency ~ '^[A-Z]{3}$') not valid;

-- Wider: the code's list of markets says which currencies there are.
alter table disputes drop constraint disputes_currency_check;
alter table disputes add constraint disputes_currency_check check (currency ~ '^[A-Z]{3}$') not valid;

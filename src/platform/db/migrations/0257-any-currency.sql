-- Wider: the code's list of markets says which currencies there are.
alter domain currency_code drop constraint currency_code_check;
alter domain currency_code add constraint currency_code_check check (value ~ '^[A-Z]{3}$') not valid;

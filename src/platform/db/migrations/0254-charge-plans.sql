-- The name of the terms whose first part was charged; null: the payment's own, and a later charge.
alter table charges add column plan text;

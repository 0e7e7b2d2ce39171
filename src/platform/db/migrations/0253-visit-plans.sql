-- The name of the terms that the customer chose on the payment page; null: the first choice.
alter table visits add column plan text;

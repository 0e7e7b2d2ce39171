-- The browser in which the customer pressed: it is remembered with the card in the transaction that approves the charge.
alter table charges add column browser_hash bytea;

-- The terms that were offered for a payment, the chosen ones, and the fee that is kept; null: the standard terms.
alter table payments add column plan json;
-- Wider: with terms of the store's own the customer pays a fee above the amount. The doctor compares it with the terms.
alter table payments drop constraint payments_check;
alter table payments add constraint payments_check check (
  0 <= refunded_minor and refunded_minor <= captured_minor and captured_minor <= amount_minor
  and 0 <= paid_minor and (paid_minor <= amount_minor or plan is not null)
) not valid;

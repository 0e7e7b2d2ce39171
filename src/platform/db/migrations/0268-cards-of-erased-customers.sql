-- Wider: the digits of an erased customer's card are a pseudonym.
alter table collections drop constraint collections_card_last_four_check;
alter table collections add constraint collections_card_last_four_check
  check (card_last_four ~ '^([0-9]{4}|erased-[0-9a-f]{32})$') not valid;

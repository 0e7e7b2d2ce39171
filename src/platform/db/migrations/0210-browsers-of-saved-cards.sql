-- The browsers that have paid with the card, newest first: a few objects with the hash of each and when it paid last. In any other browser
-- the card is charged with a further factor only.
alter table saved_cards add column browsers json not null default '[]';

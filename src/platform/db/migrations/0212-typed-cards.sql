-- The card that was typed in this session: it needs no further factor. The column says which card, because a process of the version before,
-- which may serve beside this one, puts a saved card in its place and does not know this column.
alter table visits add column typed_card_token text;

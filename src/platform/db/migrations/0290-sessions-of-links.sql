-- The payment link that opened the session, and the hash of the browser for which it did. Null: a session without a link; not opened yet.
alter table sessions add column link_id uuid, add column opened_by text;

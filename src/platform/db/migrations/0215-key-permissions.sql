-- What a secret key may do. Null, as in every key that was issued before: everything. The version before knows no
-- permissions: to it every key may do everything.

alter table keys add column permissions text[];

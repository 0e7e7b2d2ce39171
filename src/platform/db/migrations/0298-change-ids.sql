-- Names the last change of a payment, beside its version: a server that takes over may lack the last changes, and give
-- their versions to others.
alter table payments add column change_id uuid;

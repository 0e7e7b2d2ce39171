-- The terms that a store offers its customers; null: four equal monthly parts without a fee, as for stores that exist.
alter table stores add column plans json;

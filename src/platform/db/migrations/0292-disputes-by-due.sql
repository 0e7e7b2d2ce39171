-- A merchant's disputes that wait for an answer, by their time left, each status along one walk.
-- Outside of a transaction.
create index concurrently disputes_by_due on disputes (merchant_id, status, due_at, id) where due_at is not null;

-- Merchant codes are compared without case. What is the same without case, JavaScript and PostgreSQL do not always agree on, so
-- the service says it: the key is made where codes are compared. Stores from before have none and go by what PostgreSQL says.

alter table stores add column code_key text;
create unique index stores_by_code_key on stores (merchant_id, coalesce(code_key, lower(merchant_code)));
drop index stores_by_code;

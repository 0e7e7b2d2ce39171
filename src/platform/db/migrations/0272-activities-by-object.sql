-- What people did with a payment or a dispute, when its customer is erased.
-- Outside of a transaction.
create index concurrently activities_by_object on activities (merchant_id, on_id);

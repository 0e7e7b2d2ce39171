-- After a dispute: before this time the service charges nothing for the payment; null: there was none.
alter table collections add column quiet_until timestamptz;

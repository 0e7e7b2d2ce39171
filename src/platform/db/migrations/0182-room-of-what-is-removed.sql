-- Rows go at one end of these tables while others come: the room is used again when a vacuum has seen them, so it comes round after a
-- fiftieth of the rows and not a fifth. Giving it back to the system takes a lock that callers would wait for.
alter table notifications set (autovacuum_vacuum_scale_factor = 0.02, vacuum_truncate = false);
alter table deliveries set (vacuum_truncate = false);
alter table delivery_attempts set (autovacuum_vacuum_scale_factor = 0.02, vacuum_truncate = false);
alter table customer_messages set (autovacuum_vacuum_scale_factor = 0.02, vacuum_truncate = false);
alter table payments set (autovacuum_vacuum_scale_factor = 0.02, vacuum_truncate = false);
alter table payment_orders set (autovacuum_vacuum_scale_factor = 0.02, vacuum_truncate = false);
alter table payment_timeline set (autovacuum_vacuum_scale_factor = 0.02, vacuum_truncate = false);
alter table payment_search_terms set (autovacuum_vacuum_scale_factor = 0.02, vacuum_truncate = false);
alter table sessions set (autovacuum_vacuum_scale_factor = 0.02, vacuum_truncate = false);
alter table visits set (autovacuum_vacuum_scale_factor = 0.02, vacuum_truncate = false);
alter table charges set (autovacuum_vacuum_scale_factor = 0.02, vacuum_truncate = false);

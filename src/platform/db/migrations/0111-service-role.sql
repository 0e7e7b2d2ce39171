-- What the service may do. It works as a role that owns nothing, so that no mistake of its can change what the ledger says; migrations
-- are run by the owner. Each table is granted by itself, here or where it is made: what is forgotten is refused, and nothing is
-- allowed that nobody has thought of. The role is made before migrations are run, for it belongs to no database.
grant usage on schema public to qist_service;

grant select, insert, update, delete on
  merchants, stores, keys,
  payments, payment_orders, payment_timeline, payment_counts, payment_count_changes,
  sessions, visits, message_quotas,
  charges, returns, saved_cards, collections, customer_messages,
  customer_sessions, customer_sign_ins,
  disputes, dispute_history, attachments,
  risk_rules, risk_blocks,
  webhooks, signing_secrets, notifications, deliveries, delivery_attempts,
  due_retries, outbox_messages, sandbox_processor_movements
to qist_service;

-- What was posted, sealed, settled and paid is added and never changed.
grant select, insert on ledger_entries, ledger_seals, settlement_lines, settlements, payout_settlements to qist_service;
grant select, insert, delete on unsealed_entries to qist_service;
grant select, insert, update on ledger_chains, payouts to qist_service;
grant select, insert, update, delete on pending_settlements to qist_service;
grant select on migrations to qist_service;

-- Only an owner can vacuum a table, in every version that may be used. Rows come and go here all the time: the server is told to give
-- their room back whenever it comes round to it.
alter table payment_count_changes set (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0,
  -- Giving room back to the system takes a lock that every capture would wait for.
  vacuum_truncate = false
);

/**
 * What a reset does with each table that has a merchant. A new table must be added to one of these lists.
 */

const ofPayment = `(select is_test from payments as payment where payment.merchant_id = t.merchant_id and payment.id = t.payment_id)`
const ofThis = (table: string, id: string): string =>
  `(select is_test from ${table} as other where other.merchant_id = t.merchant_id and other.id = t.${id})`
const ofNotification = `(select is_test from notifications as event where event.merchant_id = t.merchant_id and event.id = t.notification_id)`

/** Deleted rows: SQL that decides for a row `t` whether it is of test mode; null if its parent does not exist. */
export const removed: Readonly<Record<string, string>> = {
  payments: 't.is_test',
  payment_orders: ofPayment,
  payment_timeline: ofPayment,
  payment_counts: 't.is_test',
  payment_count_changes: 't.is_test',
  payment_store_counts: 't.is_test',
  payment_figures: 't.is_test',
  payment_search_terms: 't.is_test',
  return_requests: 't.is_test',
  sessions: 't.is_test',
  visits: ofThis('sessions', 'session_id'),
  visit_changes: 't.is_test',
  visit_figures: 't.is_test',
  message_quotas: `split_part(t.counted, ' ', 2) = 'test'`,
  payment_links: 't.is_test',
  charges: 't.is_test',
  returns: 't.is_test',
  saved_cards: 't.is_test',
  collections: 't.is_test',
  customer_messages: 't.is_test',
  disputes: 'false',
  dispute_history: 'false',
  attachments: 'false',
  pending_settlements: 't.is_test',
  settlements: 't.is_test',
  settlement_lines: ofPayment,
  payouts: 't.is_test',
  payout_settlements: ofThis('payouts', 'payout_id'),
  ledger_entries: `coalesce(${ofThis('payments', 'source_id')}, ${ofThis('returns', 'source_id')}, ${ofThis('payouts', 'source_id')})`,
  unsealed_entries: `coalesce(${ofThis('payments', 'source_id')}, ${ofThis('returns', 'source_id')}, ${ofThis('payouts', 'source_id')})`,
  notifications: 't.is_test',
  deliveries: ofNotification,
  delivery_attempts: `(
    select is_test from deliveries as delivery join notifications as event
      on event.merchant_id = delivery.merchant_id and event.id = delivery.notification_id
    where delivery.merchant_id = t.merchant_id and delivery.id = t.delivery_id
  )`,
  due_retries: ofThis('payments', 'id'),
  risk_blocks: 't.is_test',
  decision_doubles: 't.is_test',
  erasures: 't.is_test',
  outbox_messages: 't.is_test',
  sandbox_processor_movements: 't.is_test',
  webhooks: 't.is_test',
  webhook_replays: 't.is_test',
  faults: 't.is_test',
  certificates: 't.is_test',
  disturbed_deliveries: 't.is_test',
  journal_entries: 't.is_test',
  journals: 't.is_test',
}

/** Tables that a reset keeps, and why. */
export const kept: Readonly<Record<string, string>> = {
  merchants: 'it is the merchant',
  stores: 'stores stay',
  responsibilities: 'what somebody accepted stays',
  store_logos: 'stores stay',
  keys: 'keys stay',
  signing_secrets: 'a store is signed for in both modes',
  sandbox_webhooks: 'what comes back',
  risk_rules: "rules of stores are the operator's; those of the merchant say nothing any more",
  fault_counts: 'of rules that are gone; they go by themselves',
  ledger_chains: 'a lock',
  ledger_seals: 'made anew from what is left of both modes',
  payment_search_gaps: 'how far a migration has come, of both modes',
  memberships: 'people stay',
  invitations: 'people stay',
  admin_requests: 'people stay',
  work_claims: 'of no merchant',
  activities: 'what people did is only added to',
  persons: 'of no merchant',
  agents: 'of no merchant',
  person_sessions: 'of no merchant',
  agent_sessions: 'of no merchant',
  sign_in_failures: 'of no merchant',
  recovery_codes: 'of no merchant',
  passkeys: 'of no merchant',
  passkey_challenges: 'of no merchant',
  customer_sessions: 'of no merchant',
  erasure_requests: 'of no merchant',
  customer_sign_ins: 'of no merchant',
}

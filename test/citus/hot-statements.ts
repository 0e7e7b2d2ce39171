/** The statements of API calls, dashboard pages and deliveries. */
export const hotStatements: readonly string[] = [
  ...['insert_sessions', 'find_payments', 'find_unchanged_payments', 'find_session'],
  ...['save_payments', 'save_payments_with_returns', 'save_payments_with_references', 'list_payments'],
  ...['insert_dispute', 'find_disputes', 'list_disputes', 'update_dispute'],
  ...['record_attempts', 'renew_claims', 'release_deliveries'],
]

/**
 * Statements without a merchant that Citus does not run: those of `db.eachShard`, and those that a store in shards does
 * not use.
 */
export const notForCitus: readonly string[] = [
  ...['mark_payouts_exported', 'list_full_journals', 'count_payment_changes', 'recount_payments'],
  ...['list_unfinished_payments', 'list_untidied_payments'],
  ...['take_payment_search_gap', 'count_visit_changes'],
  ...['retire_unused_merchants', 'remove_retired_merchants'],
]

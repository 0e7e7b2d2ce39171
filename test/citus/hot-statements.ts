/** What a call of the API, a page of the dashboard or the delivery of a notification waits for. */
export const hotStatements: readonly string[] = [
  ...['insert_payments', 'insert_sessions', 'find_payments', 'find_session'],
  ...['save_payments', 'save_payments_with_returns', 'save_payments_with_references', 'list_payments'],
  ...['insert_dispute', 'find_disputes', 'list_disputes', 'update_dispute'],
  ...['record_attempts', 'renew_claims', 'release_deliveries'],
]

/**
 * What `qist production prepare` does with each table. Every new table belongs in one of these lists
 * (docs/decisions/0100-what-a-sandbox-leaves.md).
 */

/** Tables with marks of a sandbox, and the SQL condition of a row that `prepare` must not leave. */
export const marked: Readonly<Record<string, string>> = {
  keys: 'in_sandbox and revoked_at is null',
  stores: `before_sandbox is not null or in_sandbox and (
    fee_percent <> 0 or fee_fixed_minor <> 0 or fee_vat_percent <> 0 or beneficiary_name <> '' or beneficiary_iban <> ''
    or plans is not null or legal_name <> '')`,
  store_logos: 'in_sandbox',
  webhooks: 'in_sandbox',
  signing_secrets: 'in_sandbox or end_before_sandbox is not null',
  risk_rules: 'in_sandbox or before_sandbox is not null',
  risk_blocks: 'in_sandbox',
  decision_doubles: 'in_sandbox',
  payment_links: 'in_sandbox',
  sessions: `in_sandbox and exists (
    select from payments as payment
    where payment.merchant_id = row.merchant_id and payment.id = row.payment_id and payment.status = 'CREATED')`,
  return_requests: `in_sandbox and state = 'waiting'`,
  payments: `in_sandbox and not is_test and not is_held and status <> 'CREATED'`,
  saved_cards: 'in_sandbox',
  admin_requests: `in_sandbox and state = 'waiting'`,
  customer_sessions: 'in_sandbox',
  erasure_requests: 'in_sandbox',
  customer_sign_ins: 'in_sandbox',
  invitations: 'in_sandbox and used_at is null and ends_at > now()',
  // `origin` is the mark of people.
  persons: `origin <> 'invited'`,
  agents: `origin <> 'invited'`,
}

/** Tables that are emptied, marked or not. */
export const emptied: readonly string[] = [
  ...['journals', 'journal_entries', 'faults', 'fault_counts', 'disturbed_deliveries', 'sandbox_webhooks'],
  'certificates',
]

const ofPerson = 'goes with its person'
const books = 'what happened stays: it gives access to nothing'
const count = 'a count, which ends by itself'

/** Tables whose rows stay unchanged or are deleted with others, and the reason. */
export const excused: Readonly<Record<string, string>> = {
  memberships: ofPerson,
  person_sessions: ofPerson,
  agent_sessions: ofPerson,
  recovery_codes: ofPerson,
  passkeys: ofPerson,
  work_claims: 'ends by itself: it gives access to nothing',
  merchants: 'its keys are revoked and its people are removed; its clock is put back',
  visits: 'of sessions that have ended',
  payment_orders: books,
  payment_timeline: books,
  payment_search_terms: books,
  payment_counts: books,
  payment_count_changes: books,
  payment_store_counts: books,
  payment_figures: books,
  payment_search_gaps: books,
  visit_changes: books,
  visit_figures: books,
  charges: books,
  returns: books,
  collections: books,
  customer_messages: books,
  disputes: books,
  dispute_history: books,
  attachments: books,
  activities: books,
  responsibilities: books,
  erasures: books,
  ledger_entries: books,
  unsealed_entries: books,
  ledger_seals: books,
  ledger_chains: books,
  settlements: books,
  settlement_lines: books,
  pending_settlements: books,
  payouts: books,
  payout_settlements: books,
  notifications: books,
  deliveries: 'dropped where the webhook is gone',
  delivery_attempts: books,
  webhook_replays: 'ends where the webhook is gone',
  message_quotas: count,
  sign_in_failures: count,
  passkey_challenges: 'end by themselves',
  due_retries: count,
  outbox_messages: 'only a sandbox shows it',
  sandbox_processor_movements: 'only the made-up processor reads it',
  migrations: 'of the schema',
  production_use: 'says that production has used the database',
  signing_keys: 'public: what was signed can still be checked',
  code_messages: 'nobody uses it any more',
}

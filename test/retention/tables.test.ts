import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

/** The end of each table's rows. A new table must be added to one of these lists and to docs/operations.md. */
const bySetting: Readonly<Record<string, readonly string[]>> = {
  NOTIFICATION_DAYS: ['notifications', 'deliveries', 'delivery_attempts'],
  // Rows of unfinished sessions; those of purchases are permanent.
  UNFINISHED_DAYS: [
    ...['payments', 'payment_orders', 'payment_timeline', 'payment_search_terms', 'sessions', 'visits'],
    ...['charges', 'payment_links'],
  ],
  MESSAGE_DAYS: ['customer_messages'],
  JOURNAL_DAYS: ['journal_entries'],
  OUTBOX_HOURS: ['outbox_messages'],
}

/** Removed when they are used, or by a loop after their end. */
const byItself = [
  ...['unsealed_entries', 'pending_settlements', 'payment_count_changes', 'visit_changes', 'payment_search_gaps'],
  ...[
    'due_retries',
    'message_quotas',
    'signing_secrets',
    'invitations',
    'admin_requests',
    'erasure_requests',
    'work_claims',
    'recovery_codes',
    'sign_in_failures',
    'passkey_challenges',
  ],
  ...['customer_sign_ins', 'customer_sessions', 'person_sessions', 'agent_sessions'],
  ...['faults', 'fault_counts', 'disturbed_deliveries', 'certificates'],
  // The newest of each webhook stay.
  'webhook_replays',
]

const forGood = [
  ...['collections', 'returns', 'return_requests', 'ledger_entries', 'ledger_seals', 'ledger_chains'],
  ...['settlements', 'settlement_lines', 'payouts', 'payout_settlements'],
  ...['disputes', 'dispute_history', 'attachments', 'activities', 'responsibilities', 'erasures'],
  ...['payment_counts', 'payment_store_counts', 'payment_figures', 'visit_figures'],
]

/** As many rows as merchants, stores, people, cards or rules: independent of payments. */
const ofWhoIsThere = [
  ...['merchants', 'stores', 'store_logos', 'keys', 'webhooks', 'sandbox_webhooks', 'journals', 'migrations'],
  ...['production_use', 'signing_keys'],
  ...['persons', 'agents', 'memberships', 'passkeys', 'risk_rules', 'risk_blocks', 'decision_doubles', 'saved_cards'],
]

/** Removed only by a new sandbox, or no longer used. */
const others = ['sandbox_processor_movements', 'code_messages']

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

test('every table has a documented retention', async () => {
  const rows = await database.query(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const named = [...Object.values(bySetting).flat(), ...byItself, ...forGood, ...ofWhoIsThere, ...others]
  assert.deepEqual(named.toSorted(), rows.map(({ name }) => String(name)).toSorted())
})

test('tables with frequent removals are vacuumed early and keep their space', async () => {
  const rows = await database.query(
    `select relname as name, array_to_string(reloptions, ' ') as options from pg_class where relkind = 'r'
       and relnamespace = 'public'::regnamespace`,
  )
  const optionsOf = new Map(rows.map(({ name, options }) => [String(name), String(options)]))
  // A sandbox's own tables are small.
  const going = ['NOTIFICATION_DAYS', 'UNFINISHED_DAYS', 'MESSAGE_DAYS'].flatMap((name) => bySetting[name] ?? [])
  for (const table of going.filter((name) => name !== 'payment_links')) {
    assert.match(optionsOf.get(table) ?? '', /autovacuum_vacuum_scale_factor=0\.02/, table)
    assert.match(optionsOf.get(table) ?? '', /vacuum_truncate=false/, table)
  }
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

/** What ends the rows of each table: a new one belongs into one of these lists, and into docs/operations.md. */
const bySetting: Readonly<Record<string, readonly string[]>> = {
  NOTIFICATION_DAYS: ['notifications', 'deliveries', 'delivery_attempts'],
  // Those of sessions that nobody finished; those of purchases stay for good.
  UNFINISHED_DAYS: [
    ...['payments', 'payment_orders', 'payment_timeline', 'payment_search_terms', 'sessions', 'visits'],
    ...['charges', 'payment_links'],
  ],
  MESSAGE_DAYS: ['customer_messages'],
  JOURNAL_DAYS: ['journal_entries'],
  OUTBOX_HOURS: ['outbox_messages'],
}

/** Removed by who uses them up, or by a loop once they are over. */
const byItself = [
  ...['unsealed_entries', 'pending_settlements', 'payment_count_changes', 'visit_changes', 'payment_search_gaps'],
  ...[
    'due_retries',
    'message_quotas',
    'signing_secrets',
    'invitations',
    'admin_requests',
    'recovery_codes',
    'sign_in_failures',
  ],
  ...['customer_sign_ins', 'customer_sessions', 'person_sessions', 'agent_sessions'],
  ...['faults', 'fault_counts', 'disturbed_deliveries', 'certificates'],
]

const forGood = [
  ...['collections', 'returns', 'return_requests', 'ledger_entries', 'ledger_seals', 'ledger_chains'],
  ...['settlements', 'settlement_lines', 'payouts', 'payout_settlements'],
  ...['disputes', 'dispute_history', 'attachments', 'activities'],
  ...['payment_counts', 'payment_store_counts', 'payment_figures', 'visit_figures'],
]

/** As many as there are merchants, stores, people, cards or rules: they grow with no payment. */
const ofWhoIsThere = [
  ...['merchants', 'stores', 'store_logos', 'keys', 'webhooks', 'sandbox_webhooks', 'journals', 'migrations'],
  'production_use',
  ...['persons', 'agents', 'memberships', 'risk_rules', 'risk_blocks', 'saved_cards'],
]

/** What has an end only where a sandbox begins anew, and what no process uses any more. */
const others = ['sandbox_processor_movements', 'code_messages']

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

test('of every table it is said how long its rows are kept', async () => {
  const rows = await database.query(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const said = [...Object.values(bySetting).flat(), ...byItself, ...forGood, ...ofWhoIsThere, ...others]
  assert.deepEqual(said.toSorted(), rows.map(({ name }) => String(name)).toSorted())
})

test('tables of which rows go all the time are vacuumed early, and give no room back', async () => {
  const rows = await database.query(
    `select relname as name, array_to_string(reloptions, ' ') as options from pg_class where relkind = 'r'
       and relnamespace = 'public'::regnamespace`,
  )
  const optionsOf = new Map(rows.map(({ name, options }) => [String(name), String(options)]))
  // A sandbox's own are small.
  const going = ['NOTIFICATION_DAYS', 'UNFINISHED_DAYS', 'MESSAGE_DAYS'].flatMap((name) => bySetting[name] ?? [])
  for (const table of going.filter((name) => name !== 'payment_links')) {
    assert.match(optionsOf.get(table) ?? '', /autovacuum_vacuum_scale_factor=0\.02/, table)
    assert.match(optionsOf.get(table) ?? '', /vacuum_truncate=false/, table)
  }
})

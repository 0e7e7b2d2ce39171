import { array, bool, int4, text, timestamptz } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'

export const hasJournal = defineStatement(
  'has_journal',
  {},
  { has_journal: bool },
  `select exists (select 1 from pg_trigger where tgname in ('journal_payment_changes', 'journal_dispute_changes'))
     or exists (select 1 from journal_entries) as has_journal`,
)

export const saveProductionUse = defineStatement(
  'save_production_use',
  {},
  {},
  'insert into production_use default values on conflict do nothing',
)

export const countSandboxConnections = defineStatement(
  'count_sandbox_connections',
  { name: text },
  { connections: int4 },
  `select count(*)::int4 as connections from pg_stat_activity
   where datname = current_database() and application_name = :name`,
)

export const isUsedByProduction = defineStatement(
  'is_used_by_production',
  {},
  { is_used: bool },
  'select exists (select from production_use) as is_used',
)

/** Which of these functions the database has, with their bodies. */
export const listFunctions = defineStatement(
  'list_sandbox_functions',
  { names: array(text) },
  { name: text, body: text },
  `select proname::text as name, prosrc as body from pg_proc
   where proname = any(:names::text[]) and pronamespace = 'public'::regnamespace`,
)

export const findProductionUse = defineStatement(
  'find_production_use',
  {},
  { since: timestamptz },
  'select since from production_use',
)

import { array, text, timestamptz } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'

/** Which of these functions the database has, with these bodies. */
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

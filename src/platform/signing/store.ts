import { nullable, text, timestamptz } from '../db/columns.ts'
import { defineStatement } from '../db/statement.ts'

// A new key ends the one before it. A process that still has an earlier key changes nothing.
export const registerKey = defineStatement(
  'register_signing_key',
  { kid: text, x: text, now: timestamptz },
  {},
  `with added as (
     insert into signing_keys (kid, x, valid_from) values (:kid, :x, :now) on conflict do nothing returning kid
   )
   update signing_keys as earlier set valid_until = :now from added
   where earlier.kid <> added.kid and earlier.valid_until is null`,
)

export const listKeyRows = defineStatement(
  'list_signing_keys',
  {},
  { kid: text, x: text, valid_from: timestamptz, valid_until: nullable(timestamptz) },
  'select kid, x, valid_from, valid_until from signing_keys order by valid_from desc, kid',
)

import { bool, int4, nullable, text, timestamptz } from '../db/columns.ts'
import { defineStatement } from '../db/statement.ts'

// The key becomes the current one, also one that was it before, and ends the others. No row: it is the current one.
export const registerKey = defineStatement(
  'register_signing_key',
  { kid: text, x: text, now: timestamptz },
  { ended: int4 },
  `with ended as (
     update signing_keys as other set valid_until = :now where other.kid <> :kid and other.valid_until is null
     returning other.kid
   )
   insert into signing_keys as key (kid, x, valid_from) values (:kid, :x, :now)
   on conflict (kid) do update set valid_until = null where key.valid_until is not null
   returning (select count(*)::int4 from ended) as ended`,
)

export const hasKey = defineStatement(
  'has_signing_key',
  { kid: text },
  { is_known: bool },
  'select exists (select from signing_keys where kid = :kid) as is_known',
)

export const listKeyRows = defineStatement(
  'list_signing_keys',
  {},
  { kid: text, x: text, valid_from: timestamptz, valid_until: nullable(timestamptz) },
  'select kid, x, valid_from, valid_until from signing_keys order by valid_from desc, kid',
)

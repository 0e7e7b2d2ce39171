import { array, bytea, int4, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

const key = { merchantId: uuid, subject: bytea }
const isIt = 'merchant_id = :merchantId and subject = :subject'

// Counts a guess before it is judged, so that concurrent guesses cannot pass the limit. Returns no row if the limit
// is reached.
export const takeTry = defineStatement(
  'take_sign_in_try',
  { ...key, now: timestamptz, since: timestamptz, keptUntil: timestamptz, most: int4 },
  { subject: bytea },
  `insert into sign_in_failures as known (merchant_id, subject, failed_at, judged_since, kept_until)
   values (:merchantId, :subject, '{}', array[:now::timestamptz], :keptUntil)
   on conflict (merchant_id, subject) do update
   set failed_at = array(select tried from unnest(known.failed_at) as tried where tried > :since),
     judged_since = array(select tried from unnest(known.judged_since) as tried where tried > :since) || :now::timestamptz,
     kept_until = excluded.kept_until
   where (select count(*) from unnest(known.failed_at || known.judged_since) as tried where tried > :since) < :most
   returning subject`,
)

const position = 'array_position(judged_since, :at::timestamptz)'
// Removes one entry only: other guesses may have begun at the same time.
const othersJudged = `judged_since[1 : ${position} - 1] || judged_since[${position} + 1 : cardinality(judged_since)]`

export const takeBackTry = defineStatement(
  'take_back_sign_in_try',
  { ...key, at: timestamptz },
  {},
  `update sign_in_failures set judged_since = ${othersJudged} where ${isIt} and ${position} is not null`,
)

export const noteFailure = defineStatement(
  'note_sign_in_failure',
  { ...key, at: timestamptz },
  {},
  `update sign_in_failures set judged_since = ${othersJudged}, failed_at = failed_at || :at::timestamptz
   where ${isIt} and ${position} is not null`,
)

export const findTries = defineStatement(
  'find_sign_in_tries',
  key,
  { failed_at: array(timestamptz), judged_since: array(timestamptz) },
  `select failed_at, judged_since from sign_in_failures where ${isIt}`,
)

// Several processes may sweep at the same time: locked rows are skipped.
export const deleteOldTries = defineStatement(
  'delete_old_sign_in_tries',
  { merchantId: uuid, now: timestamptz, most: int4 },
  { subject: bytea },
  `delete from sign_in_failures as tried using (
     select merchant_id, subject from sign_in_failures where merchant_id = :merchantId and kept_until <= :now
     order by kept_until limit :most for update skip locked
   ) as over
   where tried.merchant_id = over.merchant_id and tried.subject = over.subject
   returning tried.subject`,
)

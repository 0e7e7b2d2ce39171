import { array, bool, bytea, int4, nullable, records, type TypeOf, text, timestamptz, uuid } from '../../db/columns.ts'
import { msFromNow } from '../../db/database-time.ts'
import { type LeasedTable, lockFree, moveDue, sameRow } from '../../db/lease-sql.ts'
import { onEachShard } from '../../db/sharding/each-shard.ts'
import { defineStatement } from '../../db/statement.ts'

const claimedColumns = {
  merchant_id: uuid,
  id: uuid,
  notification_id: uuid,
  webhook_id: uuid,
  earlier_claim: nullable(uuid),
  attempts: int4,
  earlier_attempts: int4,
  is_test: bool,
  payment_id: uuid,
  payment_version: nullable(int4),
  dispute_id: nullable(uuid),
  sequence: int4,
  body: text,
  url: nullable(text),
  header_title: nullable(text),
  header_value: nullable(bytea),
  failing_since: nullable(timestamptz),
  revision: nullable(int4),
  signing_secrets: array(bytea),
}

const leased: LeasedTable = { table: 'deliveries', alias: 'delivery', dueAt: 'next_attempt_at' }

export type ClaimedRow = { [K in keyof typeof claimedColumns]: TypeOf<(typeof claimedColumns)[K]> }

// Of all merchants. A claimed delivery is due again when its lease ends, by the database's clock (decisions/0043).
// Its due time is in the future meanwhile, so it does not stand before the others. The columns of a removed or
// disabled webhook are null.
export const claimDueDeliveries = onEachShard(
  defineStatement(
    'claim_due_deliveries',
    { now: timestamptz, limit: int4, claim: uuid, leaseMs: int4 },
    claimedColumns,
    `with due as (
     ${lockFree(`select merchant_id, id, claim as earlier_claim from deliveries
     where next_attempt_at <= greatest(:now::timestamptz, statement_timestamp())
       and next_attempt_at <= case when claim is null then :now::timestamptz else statement_timestamp() end
     order by next_attempt_at limit :limit`)}
   ), claimed as (
     ${moveDue(leased, 'due', { to: msFromNow(':leaseMs'), set: ['claim = :claim'] })}
     returning delivery.merchant_id, delivery.id, delivery.notification_id, delivery.webhook_id, due.earlier_claim,
       delivery.attempts, delivery.earlier_attempts
   )
   select claimed.merchant_id, claimed.id, claimed.notification_id, claimed.webhook_id, claimed.earlier_claim,
     claimed.attempts, claimed.earlier_attempts, notification.is_test, notification.payment_id, notification.payment_version, notification.dispute_id,
     notification.sequence, notification.body::text as body, webhook.url, webhook.header_title, webhook.header_value,
     webhook.failing_since, webhook.revision,
     array(
       select signing.secret from signing_secrets as signing
       where signing.merchant_id = claimed.merchant_id and signing.store_id = notification.store_id
         and (signing.expires_at is null or signing.expires_at > :now)
       order by signing.created_at desc, signing.id
     ) as signing_secrets
   from claimed
   join notifications as notification
     on notification.merchant_id = claimed.merchant_id and notification.id = claimed.notification_id
   left join webhooks as webhook
     on webhook.merchant_id = claimed.merchant_id and webhook.id = claimed.webhook_id and webhook.disabled_at is null
   order by claimed.notification_id`,
  ),
)

/** The key of a claimed delivery. A statement changes the delivery only while it has this claim. */
const claims = { merchant_id: uuid, id: uuid, claim: uuid }
const isClaimed = `${sameRow('delivery', 'held')} and delivery.claim = held.claim`
/**
 * SQL: members of a `with`. Of the rows in `held`, `ours` are those that are still under their claim, and `free` can
 * be changed at once.
 */
const lockOurs = `ours as (
     select delivery.id from held join deliveries as delivery on ${isClaimed}
   ), free as (
     ${lockFree(`select held.* from held join deliveries as delivery on ${isClaimed}`, 'delivery')}
   )`

const attempts = records({
  ...claims,
  webhook_id: uuid,
  revision: nullable(int4),
  state: text,
  next_attempt_at: nullable(timestamptz),
  at: timestamptz,
  status: nullable(int4),
  duration_ms: int4,
  answer: text,
})

// A result counts only under the claim of the process that sends it. A row that another transaction has locked comes
// back as not recorded. A final failure at an address that was replaced meanwhile does not count for the new one:
// the delivery starts anew, at once. Each step hands on the columns that the next one needs. A join of two of these
// lists would compare them row by row, without a hash.
export const recordAttempts = defineStatement(
  'record_attempts',
  { attempts },
  { id: uuid, is_recorded: bool },
  `with held as (
     select attempt.*, state = 'failed' and exists (
         select from webhooks as webhook
         where webhook.merchant_id = attempt.merchant_id and webhook.id = attempt.webhook_id
           and webhook.revision <> attempt.revision and webhook.disabled_at is null
       ) as is_replaced
     from json_to_recordset(:attempts) as attempt (${attempts.definition})
   ), ${lockOurs}, recorded as (
     ${moveDue(leased, 'free', {
       to: 'case when free.is_replaced then free.at else free.next_attempt_at end',
       set: [
         `state = case when free.is_replaced then 'waiting' else free.state end`,
         'earlier_attempts = case when free.is_replaced then delivery.attempts + 1 else delivery.earlier_attempts end',
         'attempts = delivery.attempts + 1',
         'claim = null',
       ],
     })} and delivery.claim = free.claim
     returning delivery.merchant_id, delivery.id, delivery.attempts, free.at, free.status, free.duration_ms, free.answer
   ), attempted as (
     insert into delivery_attempts (merchant_id, delivery_id, number, at, status, duration_ms, answer)
     select merchant_id, id, attempts, at, status, duration_ms, answer from recorded
     returning delivery_id
   )
   select delivery_id as id, true as is_recorded from attempted
   union all
   select ours.id, false from ours where ours.id not in (select id from free)`,
)

const renewals = records(claims)

// Renews the rows that no other transaction has locked. A delivery that is missing in the answer has lost its claim.
export const renewClaims = defineStatement(
  'renew_claims',
  { renewals, leaseMs: int4 },
  { id: uuid, is_renewed: bool },
  `with held as (
     select * from json_to_recordset(:renewals) as held (${renewals.definition})
   ), ${lockOurs}, renewed as (
     ${moveDue(leased, 'free', { to: msFromNow(':leaseMs') })}
     returning delivery.id
   )
   select id, true as is_renewed from renewed
   union all
   select ours.id, false from ours where ours.id not in (select id from free)`,
)

const releases = records({ ...claims, state: text, next_attempt_at: nullable(timestamptz) })

export type Release = TypeOf<typeof releases>[number]

// Ends claims without an attempt. A row that another transaction has locked is due again when its lease ends:
// waiting for it would hold up the others.
export const releaseDeliveries = defineStatement(
  'release_deliveries',
  { releases },
  {},
  `with free as (
     ${lockFree(
       `select held.* from json_to_recordset(:releases) as held (${releases.definition})
     join deliveries as delivery on ${isClaimed}`,
       'delivery',
     )}
   )
   ${moveDue(leased, 'free', { to: 'free.next_attempt_at', set: ['state = free.state', 'claim = null'] })}`,
)

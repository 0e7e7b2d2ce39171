import { array, bool, bytea, int4, nullable, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

// Senders look at all merchants: what is due is theirs whoever's it is. A claimed delivery is due again when its lease ends, so
// what is being attempted does not lie in the way of what waits. A webhook that is gone or disabled comes as null.
export const claimDueDeliveries = defineStatement(
  'claim_due_deliveries',
  [timestamptz, int4, uuid, timestamptz],
  {
    merchant_id: uuid,
    id: uuid,
    notification_id: uuid,
    webhook_id: uuid,
    earlier_claim: nullable(uuid),
    attempts: int4,
    earlier_attempts: int4,
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
  },
  `with due as (
     select merchant_id, id, claim as earlier_claim from deliveries
     where next_attempt_at <= $1
     order by next_attempt_at limit $2
     for update skip locked
   ), claimed as (
     update deliveries as delivery set claim = $3, next_attempt_at = $4
     from due where delivery.merchant_id = due.merchant_id and delivery.id = due.id
     returning delivery.merchant_id, delivery.id, delivery.notification_id, delivery.webhook_id, due.earlier_claim,
       delivery.attempts, delivery.earlier_attempts
   )
   select claimed.merchant_id, claimed.id, claimed.notification_id, claimed.webhook_id, claimed.earlier_claim,
     claimed.attempts, claimed.earlier_attempts, notification.payment_id, notification.payment_version, notification.dispute_id, notification.sequence,
     notification.body::text as body, webhook.url, webhook.header_title, webhook.header_value, webhook.failing_since,
     webhook.revision,
     array(
       select signing.secret from signing_secrets as signing
       where signing.merchant_id = claimed.merchant_id and signing.store_id = notification.store_id
         and (signing.expires_at is null or signing.expires_at > $1)
       order by signing.created_at desc, signing.id
     ) as signing_secrets
   from claimed
   join notifications as notification
     on notification.merchant_id = claimed.merchant_id and notification.id = claimed.notification_id
   left join webhooks as webhook
     on webhook.merchant_id = claimed.merchant_id and webhook.id = claimed.webhook_id and webhook.disabled_at is null
   order by claimed.notification_id`,
)

// A result counts only while the delivery is still claimed by whom it comes from; where somebody else has it locked, that is said.
// What has failed for good at an address that was replaced meanwhile is no failure of the new one: there it starts anew, at once.
// Each step hands on what the next one needs: two of these lists, joined, would be compared row by row, for nothing hashes here.
export const recordAttempts = defineStatement(
  'record_attempts',
  [
    ...([array(uuid), array(uuid), array(uuid), array(text), array(nullable(timestamptz))] as const), // –$5: the verdicts
    ...([array(timestamptz), array(nullable(int4)), array(int4), array(text)] as const), // $6–$9: the attempts
    ...([array(uuid), array(nullable(int4))] as const), // $10–$11: what was tried
  ],
  { id: uuid, is_recorded: bool },
  `with attempted as (
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::int4[],
       $8::int4[], $9::text[], $10::uuid[], $11::int4[])
       as attempted (merchant_id, id, claim, state, next_attempt_at, at, status, duration_ms, answer, webhook_id, revision)
   ), result as (
     select attempted.*, state = 'failed' and exists (
         select from webhooks as webhook
         where webhook.merchant_id = attempted.merchant_id and webhook.id = attempted.webhook_id
           and webhook.revision <> attempted.revision and webhook.disabled_at is null
       ) as is_replaced
     from attempted
   ), ours as (
     select delivery.merchant_id, delivery.id
     from result join deliveries as delivery
       on delivery.merchant_id = result.merchant_id and delivery.id = result.id and delivery.claim = result.claim
   ), free as (
     select result.*
     from result join deliveries as delivery
       on delivery.merchant_id = result.merchant_id and delivery.id = result.id and delivery.claim = result.claim
     for update of delivery skip locked
   ), recorded as (
     update deliveries as delivery
     set state = case when free.is_replaced then 'waiting' else free.state end,
       next_attempt_at = case when free.is_replaced then free.at else free.next_attempt_at end,
       earlier_attempts = case when free.is_replaced then delivery.attempts + 1 else delivery.earlier_attempts end,
       attempts = delivery.attempts + 1, claim = null
     from free
     where delivery.merchant_id = free.merchant_id and delivery.id = free.id and delivery.claim = free.claim
     returning delivery.merchant_id, delivery.id, delivery.attempts, free.at, free.status, free.duration_ms, free.answer
   ), attempt as (
     insert into delivery_attempts (merchant_id, delivery_id, number, at, status, duration_ms, answer)
     select merchant_id, id, attempts, at, status, duration_ms, answer from recorded
     returning delivery_id
   )
   select delivery_id as id, true as is_recorded from attempt
   union all
   select ours.id, false from ours where ours.id not in (select id from free)`,
)

// Of the deliveries that are held under these claims, those that nobody else has locked. The others are due again when their
// leases end; nobody's deliveries wait for them.
const freeOfHeld = `select delivery.merchant_id, delivery.id
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as held (merchant_id, id, claim)
     join deliveries as delivery
       on delivery.merchant_id = held.merchant_id and delivery.id = held.id and delivery.claim = held.claim
     for update of delivery skip locked`

// Ends or moves a claim without an attempt: a longer lease keeps it, the other two give it up.
export const renewClaims = defineStatement(
  'renew_claims',
  [array(uuid), array(uuid), array(uuid), timestamptz],
  { id: uuid, is_renewed: bool },
  `with held as (
     select delivery.merchant_id, delivery.id
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as held (merchant_id, id, claim)
     join deliveries as delivery
       on delivery.merchant_id = held.merchant_id and delivery.id = held.id and delivery.claim = held.claim
   ), free as (
     ${freeOfHeld}
   ), renewed as (
     update deliveries as delivery set next_attempt_at = $4
     from free where delivery.merchant_id = free.merchant_id and delivery.id = free.id
     returning delivery.id
   )
   select id, true as is_renewed from renewed
   union all
   select held.id, false from held where held.id not in (select id from free)`,
)

export const handBackDeliveries = defineStatement(
  'hand_back_deliveries',
  [array(uuid), array(uuid), array(uuid), array(timestamptz)],
  {},
  `with free as (
     select delivery.merchant_id, delivery.id, held.at
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[]) as held (merchant_id, id, claim, at)
     join deliveries as delivery
       on delivery.merchant_id = held.merchant_id and delivery.id = held.id and delivery.claim = held.claim
     for update of delivery skip locked
   )
   update deliveries as delivery set next_attempt_at = free.at, claim = null
   from free where delivery.merchant_id = free.merchant_id and delivery.id = free.id`,
)

export const dropDeliveries = defineStatement(
  'drop_deliveries',
  [array(uuid), array(uuid), array(uuid)],
  {},
  `with free as (
     ${freeOfHeld}
   )
   update deliveries as delivery set state = 'dropped', next_attempt_at = null, claim = null
   from free where delivery.merchant_id = free.merchant_id and delivery.id = free.id`,
)

// What is said of a webhook holds for the revision that was tried ($3), and not for what has taken its place since.
export const markWebhookFailing = defineStatement(
  'mark_webhook_failing',
  [uuid, uuid, int4, timestamptz],
  {},
  `update webhooks set failing_since = $4
   where merchant_id = $1 and id = $2 and revision = $3 and failing_since is null`,
)

export const markWebhookWell = defineStatement(
  'mark_webhook_well',
  [uuid, uuid, int4],
  {},
  `update webhooks set failing_since = null
   where merchant_id = $1 and id = $2 and revision = $3 and failing_since is not null`,
)

export const disableFailingWebhook = defineStatement(
  'disable_failing_webhook',
  [uuid, uuid, int4, timestamptz],
  { disabled: bool },
  `update webhooks set disabled_at = $4, failing_since = coalesce(failing_since, $4)
   where merchant_id = $1 and id = $2 and revision = $3 and disabled_at is null returning true as disabled`,
)

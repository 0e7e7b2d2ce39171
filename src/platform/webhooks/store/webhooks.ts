import { bool, bytea, int4, nullable, records, type TypeOf, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import { isNotified } from '../notifications-sql.ts'

const webhookColumns = {
  id: uuid,
  family: text,
  store_id: nullable(uuid),
  is_test: bool,
  url: text,
  normalised_url: text,
  header_title: nullable(text),
  header_value: nullable(bytea),
  created_at: timestamptz,
  failing_since: nullable(timestamptz),
  disabled_at: nullable(timestamptz),
  disabled_reason: nullable(text),
}

export type WebhookRow = { [K in keyof typeof webhookColumns]: TypeOf<(typeof webhookColumns)[K]> }

const selectWebhooks = `select ${Object.keys(webhookColumns).join(', ')} from webhooks`

/** The key of a `WebhookSet`. */
const set = { merchantId: uuid, storeId: nullable(uuid), isTest: bool, family: text }
const ofMode = 'merchant_id = :merchantId and is_test = :isTest and family = :family'
const ofSet = `${ofMode} and store_id is not distinct from :storeId::uuid`
// By id a webhook for all stores is found with each store.
const ofStoreOrAll = `${ofMode} and (store_id is null or store_id = :storeId::uuid)`

// Held until the end of the transaction, so that two calls at once cannot both count four webhooks and insert a fifth.
export const lockWebhookSet = defineStatement(
  'lock_webhook_set',
  set,
  { locked: bool },
  `select true as locked from pg_advisory_xact_lock(
     hashtextextended(concat_ws(' ', :merchantId::uuid, coalesce(:storeId::uuid::text, 'all'), :isTest::bool::text, :family::text), 4))`,
)

export const insertWebhook = defineStatement(
  'insert_webhook',
  {
    ...set,
    id: uuid,
    url: text,
    normalisedUrl: text,
    headerTitle: nullable(text),
    headerValue: nullable(bytea),
    createdAt: timestamptz,
  },
  {},
  `insert into webhooks (merchant_id, id, family, store_id, is_test, url, normalised_url, header_title, header_value,
     created_at)
   values (:merchantId, :id, :family, :storeId, :isTest, :url, :normalisedUrl, :headerTitle, :headerValue, :createdAt)`,
)

export const listWebhookRows = defineStatement(
  'list_webhooks',
  set,
  webhookColumns,
  `${selectWebhooks} where ${ofSet} order by created_at, id`,
)

// Those that a store's notifications go to.
export const listWebhookRowsOfStore = defineStatement(
  'list_webhooks_of_store',
  { merchantId: uuid, storeId: uuid, isTest: bool, family: text },
  webhookColumns,
  `${selectWebhooks} as webhook where ${ofMode} and ${isNotified('webhook', ':storeId::uuid')} order by created_at, id`,
)

export const listMerchantWebhookRows = defineStatement(
  'list_merchant_webhooks',
  { merchantId: uuid },
  webhookColumns,
  `${selectWebhooks} where merchant_id = :merchantId order by family desc, store_id nulls first, is_test, created_at, id`,
)

export const findWebhookRow = defineStatement(
  'find_webhook',
  { ...set, id: uuid },
  webhookColumns,
  `${selectWebhooks} where ${ofStoreOrAll} and id = :id`,
)

// A replaced webhook forgets failures: they may be the old address's. The new revision keeps late results of the old
// address away.
export const updateWebhook = defineStatement(
  'update_webhook',
  {
    merchantId: uuid,
    id: uuid,
    url: text,
    normalisedUrl: text,
    headerTitle: nullable(text),
    headerValue: nullable(bytea),
  },
  {},
  `update webhooks set url = :url, normalised_url = :normalisedUrl, header_title = :headerTitle,
     header_value = :headerValue, failing_since = null, disabled_at = null, disabled_reason = null,
     revision = revision + 1
   where merchant_id = :merchantId and id = :id`,
)

export const deleteWebhook = defineStatement(
  'delete_webhook',
  { ...set, id: uuid },
  { id: uuid },
  `with gone as (
     delete from webhooks where ${ofStoreOrAll} and id = :id returning id
   ), gone_replays as (
     delete from webhook_replays as replay using gone
     where replay.merchant_id = :merchantId and replay.webhook_id = gone.id
   )
   select id from gone`,
)

export const deleteModeWebhooks = defineStatement(
  'delete_webhooks_of_mode',
  { merchantId: uuid, isTest: bool },
  {},
  `with gone_replays as (
     delete from webhook_replays where merchant_id = :merchantId and is_test = :isTest
   )
   delete from webhooks where merchant_id = :merchantId and is_test = :isTest`,
)

const plainWebhooks = records({ id: uuid, store_id: uuid, url: text, normalised_url: text })

export const insertPlainWebhooks = defineStatement(
  'insert_plain_webhooks',
  { merchantId: uuid, isTest: bool, webhooks: plainWebhooks, createdAt: timestamptz },
  {},
  `insert into webhooks (merchant_id, id, family, store_id, is_test, url, normalised_url, created_at)
   select :merchantId, id, 'payment', store_id, :isTest, url, normalised_url, :createdAt
   from json_to_recordset(:webhooks) as webhook (${plainWebhooks.definition})
   on conflict do nothing`,
)

// A disabled webhook keeps its time and reason. The new revision keeps late results of earlier attempts away.
export const disableWebhookByHand = defineStatement(
  'disable_webhook_by_hand',
  { merchantId: uuid, id: uuid, at: timestamptz },
  { id: uuid },
  `update webhooks set disabled_at = coalesce(disabled_at, :at), disabled_reason = coalesce(disabled_reason, 'by_hand'),
     revision = revision + 1
   where merchant_id = :merchantId and id = :id returning id`,
)

export const enableWebhook = defineStatement(
  'enable_webhook',
  { merchantId: uuid, id: uuid },
  { id: uuid },
  `update webhooks set disabled_at = null, disabled_reason = null, failing_since = null, revision = revision + 1
   where merchant_id = :merchantId and id = :id returning id`,
)

// A result counts only for the revision that was tried.
const ofRevision = 'merchant_id = :merchantId and id = :id and revision = :revision'

export const markWebhookFailing = defineStatement(
  'mark_webhook_failing',
  { merchantId: uuid, id: uuid, revision: int4, since: timestamptz },
  {},
  `update webhooks set failing_since = :since where ${ofRevision} and failing_since is null`,
)

export const markWebhookHealthy = defineStatement(
  'mark_webhook_healthy',
  { merchantId: uuid, id: uuid, revision: int4 },
  {},
  `update webhooks set failing_since = null where ${ofRevision} and failing_since is not null`,
)

export const disableFailingWebhook = defineStatement(
  'disable_failing_webhook',
  { merchantId: uuid, id: uuid, revision: int4, at: timestamptz, reason: text },
  { disabled: bool },
  `update webhooks set disabled_at = :at, disabled_reason = :reason, failing_since = coalesce(failing_since, :at)
   where ${ofRevision} and disabled_at is null returning true as disabled`,
)

// Of all merchants, for a change of SECRETS_KEY.
export const listSealedHeaders = defineStatement(
  'list_sealed_headers',
  { after: uuid, limit: int4 },
  { merchant_id: uuid, id: uuid, sealed: bytea },
  `select merchant_id, id, header_value as sealed from webhooks
   where header_value is not null and id > :after order by id limit :limit`,
)

export const resealHeader = defineStatement(
  'reseal_header',
  { merchantId: uuid, id: uuid, earlier: bytea, sealed: bytea },
  {},
  `update webhooks set header_value = :sealed where merchant_id = :merchantId and id = :id and header_value = :earlier`,
)

import { bool, bytea, int4, nullable, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'

const webhookColumns = {
  id: uuid,
  family: text,
  store_id: uuid,
  is_test: bool,
  url: text,
  normalised_url: text,
  header_title: nullable(text),
  header_value: nullable(bytea),
  created_at: timestamptz,
  failing_since: nullable(timestamptz),
  disabled_at: nullable(timestamptz),
}

const selectWebhooks = `select id, family, store_id, is_test, url, normalised_url, header_title, header_value, created_at,
    failing_since, disabled_at
  from webhooks`

export interface WebhookRow {
  id: string
  family: string
  store_id: string
  is_test: boolean
  url: string
  normalised_url: string
  header_title: string | null
  header_value: Buffer | null
  created_at: number
  failing_since: number | null
  disabled_at: number | null
}

// Whoever changes a set of webhooks holds this until its transaction ends, so that counting and inserting are one.
export const lockWebhookSet = defineStatement(
  'lock_webhook_set',
  [text],
  { locked: bool },
  `select true as locked from pg_advisory_xact_lock(hashtextextended($1, 4))`,
)

export const insertWebhook = defineStatement(
  'insert_webhook',
  [uuid, uuid, text, uuid, bool, text, text, nullable(text), nullable(bytea), timestamptz],
  {},
  `insert into webhooks (merchant_id, id, family, store_id, is_test, url, normalised_url, header_title, header_value,
     created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
)

export const listWebhookRows = defineStatement(
  'list_webhooks',
  [uuid, uuid, bool, text],
  webhookColumns,
  `${selectWebhooks} where merchant_id = $1 and store_id = $2 and is_test = $3 and family = $4 order by created_at, id`,
)

export const listMerchantWebhookRows = defineStatement(
  'list_merchant_webhooks',
  [uuid],
  webhookColumns,
  `${selectWebhooks} where merchant_id = $1 order by family desc, store_id, is_test, created_at, id`,
)

export const findWebhookRow = defineStatement(
  'find_webhook',
  [uuid, uuid, bool, text, uuid],
  webhookColumns,
  `${selectWebhooks} where merchant_id = $1 and store_id = $2 and is_test = $3 and family = $4 and id = $5`,
)

// A replaced webhook starts with a clean slate: what failed was perhaps the old address, and what still comes of it is told of an
// earlier revision.
export const updateWebhook = defineStatement(
  'update_webhook',
  [uuid, uuid, text, text, nullable(text), nullable(bytea)],
  {},
  `update webhooks set url = $3, normalised_url = $4, header_title = $5, header_value = $6, failing_since = null,
     disabled_at = null, revision = revision + 1
   where merchant_id = $1 and id = $2`,
)

export const deleteWebhook = defineStatement(
  'delete_webhook',
  [uuid, uuid, bool, text, uuid],
  { id: uuid },
  `delete from webhooks
   where merchant_id = $1 and store_id = $2 and is_test = $3 and family = $4 and id = $5 returning id`,
)

export const setWebhookDisabled = defineStatement(
  'set_webhook_disabled',
  [uuid, uuid, nullable(timestamptz)],
  { id: uuid, family: text },
  `update webhooks set disabled_at = $3, revision = revision + 1,
     failing_since = case when $3::timestamptz is null then null else failing_since end
   where merchant_id = $1 and id = $2 returning id, family`,
)

// For the change of SECRETS_KEY, which concerns every merchant alike.
export const listSealedHeaders = defineStatement(
  'list_sealed_headers',
  [uuid, int4],
  { merchant_id: uuid, id: uuid, header_value: bytea },
  `select merchant_id, id, header_value from webhooks where header_value is not null and id > $1 order by id limit $2`,
)

export const resealHeader = defineStatement(
  'reseal_header',
  [uuid, uuid, bytea, bytea],
  {},
  `update webhooks set header_value = $4 where merchant_id = $1 and id = $2 and header_value = $3`,
)

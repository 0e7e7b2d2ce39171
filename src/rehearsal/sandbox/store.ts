import { hasAttachments } from '../../money/disputes/disputes-sql.ts'
import { hasPayments } from '../../money/payments/payments-sql.ts'
import { array, bool, int4, text, timestamptz, uuid } from '../../platform/db/columns.ts'
import { defineStatement } from '../../platform/db/statement.ts'
import * as merchants from '../../platform/merchants/merchants-sql.ts'
import { hasActivities } from '../../platform/people/activities/activities.ts'
import { hasSigningSecrets, hasWebhooks, removeNotices } from '../../platform/webhooks/notifications-sql.ts'

// Held until the transaction ends, so that concurrent calls cannot exceed the limit.
export const lockSandboxMerchants = defineStatement(
  'lock_sandbox_merchants',
  {},
  { locked: bool },
  `select true as locked from pg_advisory_xact_lock(1904, 6)`,
)

export const countSandboxMerchants = defineStatement(
  'count_sandbox_merchants',
  {},
  { merchants: int4 },
  merchants.countSandboxMerchants,
)

// The webhook was made together with the merchant, without a key.
const isFromCreation = (webhook: string): string =>
  `exists (select from sandbox_webhooks as given where given.merchant_id = ${webhook}.merchant_id and given.id = ${webhook}.id)`

// Signs of use: payments, their setup, and activities of people.
const uses = [
  hasPayments,
  (alias: string): string => hasWebhooks(alias, isFromCreation),
  ...[hasSigningSecrets, hasAttachments, hasActivities],
]

export const retireUnusedMerchants = defineStatement(
  'retire_unused_merchants',
  { limit: int4, now: timestamptz },
  { merchant_id: uuid },
  merchants.retireUnusedMerchants(uses),
)

export const removeRetiredMerchants = defineStatement(
  'remove_retired_merchants',
  { before: timestamptz, limit: int4 },
  { merchant_id: uuid },
  merchants.removeRetiredMerchants(uses, removeNotices),
)

export const saveSandboxWebhook = defineStatement(
  'save_sandbox_webhook',
  { merchantId: uuid, id: uuid, storeId: uuid, url: text, normalisedUrl: text },
  {},
  `insert into sandbox_webhooks (merchant_id, id, store_id, url, normalised_url)
   values (:merchantId, :id, :storeId, :url, :normalisedUrl)`,
)

export const listSandboxWebhooks = defineStatement(
  'list_sandbox_webhooks',
  { merchantId: uuid },
  { id: uuid, store_id: uuid, url: text, normalised_url: text },
  `select id, store_id, url, normalised_url from sandbox_webhooks where merchant_id = :merchantId order by id`,
)

// Original webhooks of removed merchants.
export const forgetSandboxWebhooks = defineStatement(
  'forget_sandbox_webhooks',
  { merchantIds: array(uuid) },
  {},
  `delete from sandbox_webhooks where merchant_id = any(:merchantIds::uuid[])`,
)

// For all merchants, when production starts on a sandbox's database.
export const forgetAllWebhooks = defineStatement('forget_all_sandbox_webhooks', {}, {}, 'delete from sandbox_webhooks')

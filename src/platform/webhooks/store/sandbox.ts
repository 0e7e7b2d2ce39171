import { bool, timestamptz, uuid } from '../../db/columns.ts'
import { onEachShard } from '../../db/sharding/each-shard.ts'
import { defineStatement } from '../../db/statement.ts'
import { firstOf, remainingColumns } from '../../merchants/sandbox-remains.ts'

export const listWebhooksOfSandbox = onEachShard(
  defineStatement(
    'list_webhooks_of_sandbox',
    { isUnmarkedToo: bool },
    remainingColumns,
    `select merchant_id, count(*)::int4 as count, ${firstOf('url')} as what from webhooks
     where in_sandbox or :isUnmarkedToo group by merchant_id`,
  ),
)

export const removeWebhooksOfSandbox = defineStatement(
  'remove_webhooks_of_sandbox',
  { merchantId: uuid, isUnmarkedToo: bool },
  {},
  'delete from webhooks where merchant_id = :merchantId and (in_sandbox or :isUnmarkedToo)',
)

export const listSecretsOfSandbox = onEachShard(
  defineStatement(
    'list_signing_secrets_of_sandbox',
    {},
    remainingColumns,
    `select merchant_id, count(*)::int4 as count, '' as what from signing_secrets
     where in_sandbox or end_before_sandbox is not null group by merchant_id`,
  ),
)

export const removeSecretsOfSandbox = defineStatement(
  'remove_signing_secrets_of_sandbox',
  { merchantId: uuid },
  {},
  'delete from signing_secrets where merchant_id = :merchantId and in_sandbox',
)

export const putBackSecrets = defineStatement(
  'put_back_signing_secrets',
  { merchantId: uuid },
  {},
  `update signing_secrets set expires_at = nullif(end_before_sandbox, 'infinity'), end_before_sandbox = null
   where merchant_id = :merchantId and end_before_sandbox is not null`,
)

// Only for secrets in use that the sandbox has not made itself.
export const keepSecretEnds = defineStatement(
  'keep_signing_secret_ends',
  { merchantId: uuid, storeId: uuid, at: timestamptz },
  {},
  `update signing_secrets set end_before_sandbox = coalesce(expires_at, 'infinity')
   where merchant_id = :merchantId and store_id = :storeId and (expires_at is null or expires_at > :at)
     and not in_sandbox and end_before_sandbox is null`,
)

// The end that an operator sets also holds for secrets that would be in use without the sandbox.
export const forgetSecretEnds = defineStatement(
  'forget_signing_secret_ends',
  { merchantId: uuid, storeId: uuid },
  {},
  `update signing_secrets set end_before_sandbox = null
   where merchant_id = :merchantId and store_id = :storeId and end_before_sandbox is not null`,
)

import { bool, int4, timestamptz, uuid } from '../db/columns.ts'
import { defineStatement } from '../db/statement.ts'
import { hasAttachments } from '../disputes/attachments/merchant-use-sql.ts'
import * as merchants from '../merchants/unused-merchants-sql.ts'
import { hasPayments } from '../payments/merchant-use-sql.ts'
import { hasSigningSecrets, hasWebhooks } from '../webhooks/merchant-use-sql.ts'

// Whoever makes a merchant without a key holds this until its transaction ends, so that counting and inserting are one.
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

// What may have come of a merchant: payments, and what is set up for them.
const uses = [hasPayments, hasWebhooks, hasSigningSecrets, hasAttachments]

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
  merchants.removeRetiredMerchants(uses),
)

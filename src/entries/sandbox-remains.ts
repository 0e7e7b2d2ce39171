import { sandboxCards } from '../money/charges/saved-cards.ts'
import { sandboxLinks } from '../money/checkout/links/links.ts'
import { sandboxSessions } from '../money/checkout/sessions/sessions.ts'
import { sandboxPayments } from '../money/collections/sandbox-payments.ts'
import { sandboxErasureRequests } from '../money/customers/erasure-requests.ts'
import { sandboxDisputes } from '../money/disputes/sandbox-disputes.ts'
import { sandboxRequests } from '../money/payments/return-requests/return-requests.ts'
import { sandboxBlocks, sandboxDoubles, sandboxRules } from '../money/risk/sandbox-risk.ts'
import { sandboxSettlements } from '../money/settlements/sandbox-settlements.ts'
import { sandboxCodes, sandboxSessions as sandboxSignIns } from '../pages/account/sign-in/sign-ins.ts'
import { sandboxKeys } from '../platform/merchants/keys/sandbox-keys.ts'
import type { SandboxRemains } from '../platform/merchants/sandbox-remains.ts'
import { sandboxLogos, sandboxSettings } from '../platform/merchants/stores/sandbox-settings.ts'
import { sandboxAdminRequests } from '../platform/people/admin-requests/admin-requests.ts'
import { sandboxWebhooks } from '../platform/webhooks/endpoints/webhooks.ts'
import { sandboxSecrets } from '../platform/webhooks/secrets/signing-secrets.ts'

/**
 * Everything that a sandbox leaves and production must not have, except people, clocks and the journal, in the order of
 * removal. Sessions, disputes and settlements end before payments are held, because ending them changes payments. Keys
 * go last: while the public demo keys work, an older sandbox is still recognized.
 */
export const sandboxRemains: readonly SandboxRemains[] = [
  sandboxSettings,
  sandboxLogos,
  sandboxWebhooks,
  sandboxSecrets,
  sandboxRules,
  sandboxBlocks,
  sandboxDoubles,
  sandboxLinks,
  sandboxSessions,
  sandboxRequests,
  sandboxAdminRequests,
  sandboxErasureRequests,
  sandboxDisputes,
  sandboxSettlements,
  sandboxPayments,
  sandboxCards,
  sandboxSignIns,
  sandboxCodes,
  sandboxKeys,
]

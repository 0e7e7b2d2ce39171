import { sandboxCodes, sandboxSessions as sandboxSignIns } from './account/sign-in/sandbox-sign-ins.ts'
import { sandboxCards } from './charges/sandbox-cards.ts'
import { sandboxLinks } from './checkout/links/sandbox-links.ts'
import { sandboxSessions } from './checkout/sessions/sandbox-sessions.ts'
import { sandboxPayments } from './collections/sandbox-payments.ts'
import { sandboxDisputes } from './disputes/sandbox-disputes.ts'
import { sandboxKeys } from './merchants/keys/sandbox-keys.ts'
import type { SandboxRemains } from './merchants/sandbox-remains.ts'
import { sandboxLogos, sandboxSettings } from './merchants/stores/sandbox-settings.ts'
import { sandboxRequests } from './payments/return-requests/sandbox-requests.ts'
import { sandboxAdminRequests } from './people/admin-requests/sandbox-admin-requests.ts'
import { sandboxBlocks, sandboxRules } from './risk/sandbox-risk.ts'
import { sandboxSettlements } from './settlements/sandbox-settlements.ts'
import { sandboxWebhooks } from './webhooks/endpoints/sandbox-webhooks.ts'
import { sandboxSecrets } from './webhooks/secrets/sandbox-secrets.ts'

/**
 * All that a sandbox leaves and production must not have, beside people, clocks and the journal, in the order in which it is removed. Sessions,
 * disputes and settlements are ended before the payments are held, for that needs payments that can change. The keys go last: as long as those
 * work that everybody knows, an older sandbox is recognised.
 */
export const sandboxRemains: readonly SandboxRemains[] = [
  sandboxSettings,
  sandboxLogos,
  sandboxWebhooks,
  sandboxSecrets,
  sandboxRules,
  sandboxBlocks,
  sandboxLinks,
  sandboxSessions,
  sandboxRequests,
  sandboxAdminRequests,
  sandboxDisputes,
  sandboxSettlements,
  sandboxPayments,
  sandboxCards,
  sandboxSignIns,
  sandboxCodes,
  sandboxKeys,
]

import type { App } from '../../../platform/app/app.ts'
import type { DisputeId } from '../../../platform/base/ids.ts'
import { customer, support } from '../../../platform/base/principal.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import type { Dispute, DisputeChange } from '../dispute.ts'
import { type Decided, requireSeen } from '../seen-versions.ts'
import { provideCustomerEvidence, withdraw } from '../transitions/customer.ts'
import { acceptAmount, comment, decline, refund, requestEvidence } from '../transitions/support.ts'
import { changeDispute } from './change-dispute.ts'

/** What the customer and support say and show with what they do. */
export interface ActionInput {
  readonly text: string
  readonly attachmentIds: readonly string[]
  /** Whom support asks for evidence. */
  readonly from: 'merchant' | 'customer'
}

interface Action {
  readonly by: 'customer' | 'support'
  readonly rule: (dispute: Dispute, input: ActionInput, at: Instant) => DisputeChange
}

/** Everything that the customer and support can do to a dispute, by the names of the sandbox API and of the command line. */
export const disputeActions = {
  withdraw: { by: 'customer', rule: (dispute, _input, at) => withdraw(dispute, at) },
  'provide-evidence': {
    by: 'customer',
    rule: (dispute, { text, attachmentIds }, at) =>
      provideCustomerEvidence(dispute, { content: text, attachmentIds }, at),
  },
  'request-evidence': {
    by: 'support',
    rule: (dispute, { text, from }, at) => requestEvidence(dispute, from, text, at),
  },
  refund: { by: 'support', rule: (dispute, { text }, at) => refund(dispute, text, at) },
  decline: { by: 'support', rule: (dispute, { text }, at) => decline(dispute, text, at) },
  'accept-amount': { by: 'support', rule: (dispute, { text }, at) => acceptAmount(dispute, text, at) },
  comment: { by: 'support', rule: (dispute, { text }, at) => comment(dispute, text, at) },
} satisfies Record<string, Action>

export type DisputeAction = keyof typeof disputeActions
export const disputeActionNames = Object.keys(disputeActions) as readonly DisputeAction[]

/**
 * The customer or support does something to a dispute; answers it as it is then. Refuses with 404 an unknown dispute and with 409
 * what the state table does not allow (docs/contract/disputes.md#support-and-customer), or what a person decided on a dispute that has
 * changed since.
 */
export async function actOnDispute(
  app: App,
  actor: Actor,
  id: DisputeId,
  name: DisputeAction,
  input: ActionInput,
  { seen, also }: Decided = {},
): Promise<Dispute> {
  const action: Action = disputeActions[name]
  const { principal } = actor
  const asSupport = principal.kind === 'support' ? principal : support
  const acting = { ...actor, principal: action.by === 'customer' ? customer : asSupport }
  const { dispute } = await changeDispute(
    app,
    acting,
    id,
    (before, at) => {
      requireSeen(seen, before)
      return action.rule(before, input, at)
    },
    also,
  )
  return dispute
}

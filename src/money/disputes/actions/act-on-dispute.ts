import type { App } from '../../../platform/app/app.ts'
import type { DisputeId } from '../../../platform/base/ids.ts'
import { customer, support } from '../../../platform/base/principal.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { type ChangeOptions, type Dispute, type DisputeChange, requireVersion } from '../dispute.ts'
import { provideCustomerEvidence, withdraw } from '../transitions/customer.ts'
import { acceptAmount, comment, decline, refund, requestEvidence } from '../transitions/support.ts'
import { changeDispute } from './changes.ts'

/** The text and files that come with an action. */
export interface ActionInput {
  readonly text: string
  readonly attachmentIds: readonly string[]
  /** The side that support asks for evidence. */
  readonly from: 'merchant' | 'customer'
  /** The amount of a refund, in minor units, if it is not the disputed amount. */
  readonly amountMinor?: bigint | undefined
}

interface Action {
  readonly by: 'customer' | 'support'
  readonly rule: (dispute: Dispute, input: ActionInput, at: Instant) => DisputeChange
}

/** The actions of the customer and support on a dispute, by their names in the sandbox API and the command line. */
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
  refund: { by: 'support', rule: (dispute, { text, amountMinor }, at) => refund(dispute, text, at, amountMinor) },
  decline: { by: 'support', rule: (dispute, { text }, at) => decline(dispute, text, at) },
  'accept-amount': { by: 'support', rule: (dispute, { text }, at) => acceptAmount(dispute, text, at) },
  comment: { by: 'support', rule: (dispute, { text }, at) => comment(dispute, text, at) },
} satisfies Record<string, Action>

export type DisputeAction = keyof typeof disputeActions
export const disputeActionNames = Object.keys(disputeActions) as readonly DisputeAction[]

/**
 * Applies an action of the customer or support to a dispute, and returns the changed dispute. Refuses with 404 an
 * unknown dispute. Refuses with 409 an action that the state table does not allow
 * (docs/contract/disputes.md#support-and-customer), and a dispute that has another version than expected.
 */
export async function actOnDispute(
  app: App,
  actor: Actor,
  id: DisputeId,
  name: DisputeAction,
  input: ActionInput,
  { expected, inSameTransaction }: ChangeOptions = {},
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
      requireVersion(expected, before)
      return action.rule(before, input, at)
    },
    inSameTransaction,
  )
  return dispute
}

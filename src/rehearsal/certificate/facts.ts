import type { PaymentId, StoreId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { Forgery } from '../faults/fault.ts'
import type { ChangeDetails } from '../journal/change-summary.ts'
import type { JournalEntry } from '../journal/entry.ts'

/** What is rehearsed with a shop for the core checks (docs/contract/integrators.md#certificate), in this order. */
export const coreScenarios = [
  ...(['plain', 'lost-answer', 'conflict', 'duplicate', 'closed-first'] as const),
  ...(['forged', 'redirect', 'rejected', 'ended'] as const),
] as const

/** And for the recommended ones. */
export const otherScenarios = [
  ...(['rate-limit', 'broken', 'refused', 'slow', 'signature', 'dropped'] as const),
  ...(['abandoned', 'parts', 'disputed', 'unknown-member'] as const),
] as const

export const scenarioNames = [...coreScenarios, ...otherScenarios] as const
export type ScenarioName = (typeof scenarioNames)[number]

/** The greatest seed of a run. */
export const maxSeed = 2_147_483_647

/** How a shop learns that it is paid: told by webhooks, or by asking. */
export const profiles = ['webhooks', 'polling'] as const
export type Profile = (typeof profiles)[number]

/** What became of a payment in its scenario, unless the shop did it. `open`: nothing, it was left as it was created. */
export const endings = ['open', 'authorized', 'closed', 'rejected', 'expired', 'cancelled'] as const
export type Ending = (typeof endings)[number]

/** A payment that the shop opened a session for while the scenario ran. */
export interface PaymentFacts {
  readonly id: PaymentId
  /** As the answer to the shop had it. */
  readonly statusAtCreation: 'CREATED' | 'REJECTED'
  readonly ending: Ending
  /** Whether somebody ever paid: else a capture of it is wrong at any time. */
  readonly isPaid: boolean
}

/** An entry of the journal with its messages, without secrets; bodies of more than 64 KB are cut. */
export interface EntryFacts extends Omit<JournalEntry, 'merchantId' | 'isTest'> {
  /** Of a change: who did it, and what the status is afterwards. */
  readonly change: ChangeDetails | null
}

/** A delivery that was not ours, and no notification of the shop's. */
export interface ForgedFacts {
  /** Its Webhook-Id. */
  readonly webhookId: string
  readonly paymentId: PaymentId
  readonly as: Forgery
  readonly at: Instant
  /** What the shop answered; null where no answer came. */
  readonly status: number | null
}

/** A visit to the session's success address, as of a customer who came back without having paid. */
export interface RedirectFacts {
  readonly paymentId: PaymentId
  readonly at: Instant
  /** What the shop answered; null where no answer came, or the address may not be visited. */
  readonly status: number | null
}

/** All that is known of one scenario. */
export interface ScenarioFacts {
  readonly name: ScenarioName
  readonly startedAt: Instant
  readonly endedAt: Instant
  /** In the order of their sessions. */
  readonly payments: readonly PaymentFacts[]
  /** The journal's from `startedAt` to `endedAt`, and on until the next scenario waits for its session; oldest first. */
  readonly entries: readonly EntryFacts[]
  /** Whether there is more than these, or than is kept of what was sent and answered. */
  readonly isCut: boolean
  readonly forged: readonly ForgedFacts[]
  readonly redirects: readonly RedirectFacts[]
  /** The rules that the sandbox set: the entries that they struck name them. */
  readonly faults: readonly { readonly id: string; readonly kind: string }[]
}

/** A webhook for payments, in the run's mode. */
export interface WebhookFacts {
  readonly storeId: StoreId
  readonly isEnabled: boolean
  /** Whether what is sent to its store is signed. */
  readonly isSigned: boolean
}

/** All that is known of a run, for its judge. */
export interface RunFacts {
  readonly profile: Profile
  readonly seed: number
  /** Those that have ended, in the order in which they were rehearsed. */
  readonly scenarios: readonly ScenarioFacts[]
  readonly webhooks: readonly WebhookFacts[]
  /** Of all stores, whether or not a webhook was registered. */
  readonly stores: readonly { readonly id: StoreId; readonly merchantCode: string }[]
}

import type { PaymentId, StoreId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { Forgery } from '../faults/fault.ts'
import type { ChangeDetails } from '../journal/change-summary.ts'
import type { JournalEntry } from '../journal/entry.ts'

/** Scenarios of the core checks, in playing order (docs/contract/integrators.md#certificate). */
export const coreScenarios = [
  ...(['plain', 'lost-answer', 'conflict', 'duplicate', 'closed-first'] as const),
  ...(['forged', 'redirect', 'rejected', 'ended', 'unknown-member'] as const),
] as const

/** Scenarios of the recommended checks. */
export const otherScenarios = [
  ...(['rate-limit', 'broken', 'refused', 'slow', 'signature', 'dropped'] as const),
  ...(['abandoned', 'parts', 'disputed', 'crash'] as const),
] as const

export const scenarioNames = [...coreScenarios, ...otherScenarios] as const
export type ScenarioName = (typeof scenarioNames)[number]

/** Highest seed of a run. */
export const maxSeed = 2_147_483_647

/** How a shop learns of a payment: by webhooks or by polling. */
export const profiles = ['webhooks', 'polling'] as const
export type Profile = (typeof profiles)[number]

/** The outcome of a payment that the sandbox caused. `open`: none; the payment stayed as created. */
export const endings = ['open', 'authorized', 'closed', 'rejected', 'expired', 'cancelled'] as const
export type Ending = (typeof endings)[number]

/** A payment of a session that the shop opened during the scenario. */
export interface PaymentFacts {
  readonly id: PaymentId
  /** The status in the answer to the shop. */
  readonly statusAtCreation: 'CREATED' | 'REJECTED'
  readonly ending: Ending
  /** Whether it was ever paid. If not, every capture of it is wrong. */
  readonly isPaid: boolean
}

/** A journal entry with its messages, without secrets. Bodies over 64 KiB are cut. */
export interface EntryFacts extends Omit<JournalEntry, 'merchantId' | 'isTest'> {
  /** Of a change: its actor and the new status. */
  readonly change: ChangeDetails | null
}

/** A forged delivery, which is no real notification. */
export interface ForgedFacts {
  /** Its Webhook-Id. */
  readonly webhookId: string
  readonly paymentId: PaymentId
  readonly as: Forgery
  readonly at: Instant
  /** The shop's answer; null if none came. */
  readonly status: number | null
}

/** A visit to the session's success address, as by a customer who has not paid. */
export interface RedirectFacts {
  readonly paymentId: PaymentId
  readonly at: Instant
  /** The shop's answer; null if none came or the address cannot be visited. */
  readonly status: number | null
  /** What its page says about the payment, if it says that it is paid. */
  readonly claim: string | null
}

/** The facts of one scenario. */
export interface ScenarioFacts {
  readonly name: ScenarioName
  readonly startedAt: Instant
  readonly endedAt: Instant
  /** Ordered by their sessions. */
  readonly payments: readonly PaymentFacts[]
  /** Journal entries from `startedAt` until the next scenario waits for its session, oldest first. */
  readonly entries: readonly EntryFacts[]
  /** Whether entries or messages are missing because of limits. */
  readonly isCut: boolean
  readonly forged: readonly ForgedFacts[]
  readonly redirects: readonly RedirectFacts[]
  /** Fault rules of the scenario. Entries with an injected fault name them. */
  readonly faults: readonly { readonly id: string; readonly kind: string }[]
}

/** A webhook for payments, in the run's mode. */
export interface WebhookFacts {
  /** Null: for all stores. */
  readonly storeId: StoreId | null
  readonly isEnabled: boolean
  /** Whether the store's notifications are signed. */
  readonly isSigned: boolean
}

/** The facts by which a run is judged. */
export interface RunFacts {
  readonly profile: Profile
  readonly seed: number
  /** Ended scenarios, in playing order. */
  readonly scenarios: readonly ScenarioFacts[]
  readonly webhooks: readonly WebhookFacts[]
  /** All stores, with or without a webhook. */
  readonly stores: readonly { readonly id: StoreId; readonly merchantCode: string }[]
}

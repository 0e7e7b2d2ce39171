import { createHash } from 'node:crypto'
import { announcements } from '../../money/disputes/dispute.ts'
import type { PaymentId } from '../../platform/base/ids.ts'

/** Most rules per merchant and mode. */
export const maxFaults = 100

/** How the connection ends when an answer is lost. */
export const losses = ['reset', 'hang', 'cut'] as const
export type Loss = (typeof losses)[number]

/** The wrong part of a forged notification. */
export const forgeries = ['header', 'signature', 'stale', 'amount'] as const
export type Forgery = (typeof forgeries)[number]

/** Adds a member that the reference does not describe to an answer or a notification. */
interface UnknownMember {
  readonly kind: 'unknown_member'
}

/** Effect of a rule on a call (docs/contract/integrators.md#faults). */
export type OperationEffect =
  | { readonly kind: 'lost_answer'; readonly how: Loss }
  | { readonly kind: 'lost_request'; readonly how: Loss }
  | { readonly kind: 'conflict' }
  /** In seconds. */
  | { readonly kind: 'rate_limit'; readonly retry_after: number }
  | { readonly kind: 'error'; readonly executed: boolean }
  | { readonly kind: 'slow'; readonly ms: number }
  | UnknownMember

/** Effect of a rule on a notification. */
export type NotificationEffect =
  /** The notification arrives `count` times in total. */
  | { readonly kind: 'duplicate'; readonly count: number; readonly gap_ms: number; readonly concurrent: boolean }
  | { readonly kind: 'reorder' }
  | { readonly kind: 'late'; readonly ms: number }
  | { readonly kind: 'drop' }
  /** Null: one of each. */
  | { readonly kind: 'forged'; readonly as: Forgery | null }
  | UnknownMember

/** Statuses of payment and dispute notifications. */
export const notifiedStatuses = ['authorized', 'closed', 'rejected', 'expired', ...announcements] as const

/** The key by which a rule counts occurrences. */
export const countedPer = ['call', 'reference_id', 'payment'] as const

interface Window {
  readonly per: (typeof countedPer)[number]
  readonly skip: number
  readonly times: number
  readonly probability: number
}

interface Rule<Target, Effect> {
  readonly on: Target
  readonly when: Window
  readonly do: Effect
  readonly seed: number
  /** An ISO 8601 duration. */
  readonly until: string
}

/** `*` matches any operation. `payment_id` null: any payment. */
export type OperationRule = Rule<{ readonly operation: string; readonly payment_id: PaymentId | null }, OperationEffect>
export type NotificationRule = Rule<
  { readonly notification: string; readonly payment_id?: PaymentId | null },
  NotificationEffect
>

/** A fault rule: what goes wrong and when. Requests, answers and the database use the same names. */
export type FaultRule = OperationRule | NotificationRule

/** A stored rule of a merchant in one mode. `hits`: how often it was applied. */
export interface Fault {
  readonly id: string
  readonly rule: FaultRule
  readonly hits: number
}

/** A call that a rule may match. */
export interface Call {
  readonly operation: string
  /** Whether the operation can answer 409. The effect `conflict` applies only to such operations. */
  readonly hasConflict: boolean
  readonly referenceId: string
  readonly requestId: string
  /** Returns the call's payment. Called only if a matching rule needs it, or when a fault is injected. */
  findPaymentId(): Promise<PaymentId | undefined>
}

/** An attempt to send a notification to one webhook, which a rule may match. */
export interface NotificationAttempt {
  /** The notified status, in lower case. */
  readonly notification: string
  /** Later attempts match only effects that apply to every attempt. */
  readonly isFirstAttempt: boolean
  /** The notification's id. */
  readonly requestId: string
  findPaymentId(): Promise<PaymentId | undefined>
}

/** A call or a notification attempt. */
export type Occurrence = Call | NotificationAttempt

/** The effects that apply to an occurrence. */
export type EffectOf<O extends Occurrence> = O extends Call ? OperationEffect : NotificationEffect

/** Effects that also apply to later attempts of a notification. */
const ofEveryAttempt: readonly string[] = ['drop', 'unknown_member'] satisfies NotificationEffect['kind'][]

/** Returns whether the rule matches the occurrence, before its payment is considered. */
export function isMatch(rule: FaultRule, occurrence: Occurrence): boolean {
  if ('operation' in rule.on) {
    if (!('operation' in occurrence)) return false
    if (rule.do.kind === 'conflict' && !occurrence.hasConflict) return false
    return isNamed(rule.on.operation, occurrence.operation)
  }
  if (!('notification' in occurrence)) return false
  if (!ofEveryAttempt.includes(rule.do.kind) && !occurrence.isFirstAttempt) return false
  return isNamed(rule.on.notification, occurrence.notification)
}

function isNamed(pattern: string, name: string): boolean {
  return pattern === '*' || pattern === name
}

/** Returns whether the rule depends on the payment of the occurrence. */
export function needsPayment({ on, when }: FaultRule): boolean {
  return Boolean(on.payment_id) || when.per === 'payment'
}

/** Returns the key under which the occurrence is counted; empty if it lacks the value that the rule counts by. */
export function countingKey({ when }: FaultRule, occurrence: Occurrence, paymentId: PaymentId | undefined): string {
  if (when.per === 'payment') return paymentId ?? ''
  return when.per === 'reference_id' && 'referenceId' in occurrence ? occurrence.referenceId : ''
}

/** Returns the last count of a key at which the rule may apply. */
export function lastCounted({ when }: FaultRule): number {
  return when.skip + when.times
}

/**
 * Returns whether a rule has applied as often as it ever will. Undefined: not known, because it is drawn, or counts for
 * each payment or reference.
 */
export function isUsedUp({ rule: { when }, hits }: Fault): boolean | undefined {
  return when.per === 'call' && when.probability === 1 ? hits >= when.times : undefined
}

/**
 * Returns whether the rule applies to the `count`th occurrence of a key, from 1 to `lastCounted`. The draw is a hash,
 * so the result is the same in every process and for a new merchant with the same key. A payment's key is its ordinal.
 */
export function isInjected(rule: FaultRule, key: string, count: number): boolean {
  const { skip, probability } = rule.when
  return count > skip && (probability === 1 || drawnNumber(rule, key, count) < probability)
}

/** Returns a number from 0 to below 1. */
function drawnNumber(rule: FaultRule, key: string, count: number): number {
  // Without the payment id, a rule for one payment draws the same for the corresponding payment of a new merchant.
  const on = 'operation' in rule.on ? { operation: rule.on.operation } : { notification: rule.on.notification }
  const text = JSON.stringify([{ ...rule, on }, key, count])
  return createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48
}

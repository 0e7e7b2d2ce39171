import { createHash } from 'node:crypto'
import { announcements } from '../../money/disputes/dispute.ts'
import type { PaymentId } from '../../platform/base/ids.ts'

/** So many rules a merchant has at once, in each mode. */
export const maxFaults = 100

/** How the connection of an answer that is lost ends. */
export const losses = ['reset', 'hang', 'cut'] as const
export type Loss = (typeof losses)[number]

/** In what a forged notification differs from ours. */
export const forgeries = ['header', 'signature', 'stale', 'amount'] as const
export type Forgery = (typeof forgeries)[number]

/** What is answered or told has a member that is in no reference. */
interface UnknownMember {
  readonly kind: 'unknown_member'
}

/** What goes wrong with a call (docs/contract/integrators.md#faults). */
export type OperationEffect =
  | { readonly kind: 'lost_answer'; readonly how: Loss }
  | { readonly kind: 'lost_request'; readonly how: Loss }
  | { readonly kind: 'conflict' }
  /** In seconds. */
  | { readonly kind: 'rate_limit'; readonly retry_after: number }
  | { readonly kind: 'error'; readonly executed: boolean }
  | { readonly kind: 'slow'; readonly ms: number }
  | UnknownMember

/** What goes wrong with a notification. */
export type NotificationEffect =
  /** It arrives `count` times in all. */
  | { readonly kind: 'duplicate'; readonly count: number; readonly gap_ms: number; readonly concurrent: boolean }
  | { readonly kind: 'reorder' }
  | { readonly kind: 'late'; readonly ms: number }
  | { readonly kind: 'drop' }
  /** Null: one of each. */
  | { readonly kind: 'forged'; readonly as: Forgery | null }
  | UnknownMember

/** The statuses that notifications tell, of payments and of disputes. */
export const notifiedStatuses = ['authorized', 'closed', 'rejected', 'expired', ...announcements] as const

/** By what occurrences are told apart when they are counted. */
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

/** `*` is any. Without a payment it is for those of every one. */
export type OperationRule = Rule<{ readonly operation: string; readonly payment_id: PaymentId | null }, OperationEffect>
export type NotificationRule = Rule<
  { readonly notification: string; readonly payment_id?: PaymentId | null },
  NotificationEffect
>

/** What is to go wrong, and when: data, in the words in which it is sent, answered and kept. */
export type FaultRule = OperationRule | NotificationRule

/** A rule of a merchant in one mode, and how often it has struck. */
export interface Fault {
  readonly id: string
  readonly rule: FaultRule
  readonly hits: number
}

/** A call of an operation. */
export interface Call {
  readonly operation: string
  /** Whether the operation has a 409 of its own: others no `conflict` strikes. */
  readonly hasConflict: boolean
  readonly referenceId: string
  readonly requestId: string
  /** The payment that it is about. Asked for only where a rule wants to know, or strikes. */
  findPaymentId(): Promise<PaymentId | undefined>
}

/** An attempt to send a notification to one webhook. */
export interface NotificationAttempt {
  /** The status that it tells, in lower case. */
  readonly notification: string
  /** Later attempts are struck only by what befalls every attempt. */
  readonly isFirstAttempt: boolean
  /** The notification's id. */
  readonly requestId: string
  findPaymentId(): Promise<PaymentId | undefined>
}

/** What a rule may strike. */
export type Occurrence = Call | NotificationAttempt

/** What goes wrong with one. */
export type EffectOf<O extends Occurrence> = O extends Call ? OperationEffect : NotificationEffect

/** What befalls later attempts of a notification, too. */
const ofEveryAttempt: readonly string[] = ['drop', 'unknown_member'] satisfies NotificationEffect['kind'][]

/** Whether the rule is for occurrences like this one, of whatever payment. */
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

function isNamed(wanted: string, name: string): boolean {
  return wanted === '*' || wanted === name
}

/** Whether it depends on the payment what the rule strikes. */
export function needsPayment({ on, when }: FaultRule): boolean {
  return Boolean(on.payment_id) || when.per === 'payment'
}

/** What the occurrence counts under; those without the key that the rule names share the empty one. */
export function countingKey({ when }: FaultRule, occurrence: Occurrence, paymentId: PaymentId | undefined): string {
  if (when.per === 'payment') return paymentId ?? ''
  return when.per === 'reference_id' && 'referenceId' in occurrence ? occurrence.referenceId : ''
}

/** So many of a key are counted; later ones pass. */
export function lastCounted({ when }: FaultRule): number {
  return when.skip + when.times
}

/**
 * Whether the rule strikes the `count`th of a key, from one to `lastCounted`. Drawn by hash: the same whenever and wherever it is asked, and
 * for a new merchant too where the key is the same, for which a payment is given by its ordinal.
 */
export function isInjected(rule: FaultRule, key: string, count: number): boolean {
  const { skip, probability } = rule.when
  return count > skip && (probability === 1 || drawnNumber(rule, key, count) < probability)
}

/** From 0 to below 1. */
function drawnNumber(rule: FaultRule, key: string, count: number): number {
  // A rule for one payment draws as it does for that payment of a new merchant, which has another id.
  const on = 'operation' in rule.on ? { operation: rule.on.operation } : { notification: rule.on.notification }
  const text = JSON.stringify([{ ...rule, on }, key, count])
  return createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48
}

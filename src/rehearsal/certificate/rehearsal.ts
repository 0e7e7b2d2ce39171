import type { RuleSet } from '../../money/risk/rules.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { type Instant, second } from '../../platform/base/times.ts'
import type { Forgery } from '../faults/fault.ts'
import type { Ending, PaymentFacts, RedirectFacts, ScenarioName } from './facts.ts'
import { type Action, actsOf, type Cue, silenceOf } from './scenes.ts'

/** How long a scenario takes, in milliseconds. */
export interface Pace {
  /** Without anything that happens it ends after so long. */
  readonly idleMs: number
  /** From the session on it takes no longer, whatever happens. */
  readonly longestMs: number
  /** A session is waited for no longer. */
  readonly patienceMs: number
}

export const usualPace: Pace = { idleMs: 10 * second, longestMs: 60 * second, patienceMs: 600 * second }

/** A payment of the shop's in a scenario, and what was seen of it. */
export interface PlayedPayment {
  readonly id: PaymentId
  readonly statusAtCreation: PaymentFacts['statusAtCreation']
  /** So many of its acts have been done. */
  readonly acts: number
  readonly ending: Ending
  /** What has happened to it, in the words in which acts wait for it. */
  readonly seen: readonly Cue[]
  readonly isPaid: boolean
}

/** A scenario as far as it has come. Times without `At` are the database's, which processes share (decisions/0043). */
export interface Scenario {
  readonly name: ScenarioName
  readonly phase: 'preparing' | 'waiting' | 'running' | 'finished'
  readonly startedAt: Instant
  readonly endedAt: Instant | null
  /** The journal's entries behind `from` are its own, and have been looked at up to `upTo`. */
  readonly from: number
  readonly upTo: number
  /** Since when it waits, or, once there is a session, runs. */
  readonly since: Instant
  readonly lastTraffic: Instant
  readonly payments: readonly PlayedPayment[]
  readonly faults: readonly { readonly id: string; readonly kind: string }[]
  /** By these ids entries of the journal tell in which way they were forged by it. */
  readonly forgeries: readonly { readonly id: string; readonly as: Forgery }[]
  readonly redirects: readonly RedirectFacts[]
}

/** What of a run is kept from one step to the next. */
export interface Rehearsal {
  /** The service's, by which it was judged. */
  readonly version: string
  readonly pace: Pace
  /** All that are to be played; those that have begun are in `scenarios`. */
  readonly names: readonly ScenarioName[]
  readonly scenarios: readonly Scenario[]
  /** The journal's name: one that was begun anew ends the run. */
  readonly journal: string
  /** Since when every process looks at the merchant's risk rules, by the database. */
  readonly watchedSince: Instant
  /** What the merchant's own risk rules were, while they are others; null while they are its own. */
  readonly ownRules: { readonly rules: RuleSet; readonly storeRules: readonly (readonly [string, RuleSet])[] } | null
}

/** What is read of the journal while a scenario goes on. */
export interface ObservedEntry {
  readonly number: bigint
  readonly kind: string
  readonly operation: string | null
  readonly status: number | null
  readonly payment_id: PaymentId | null
  readonly change: { readonly of: string; readonly status: string; readonly actor: string } | null
}

/** So many payments of a scenario are played, the first ones. */
const maxPayments = 50

/** The scenario after entries of the journal have been read, at this moment by the database's clock. */
export function observe(scenario: Scenario, entries: readonly ObservedEntry[], now: Instant): Scenario {
  const last = entries.at(-1)
  if (last === undefined) return scenario
  const payments = entries.reduce(observeEntry, scenario.payments)
  const hasBegun = scenario.phase === 'waiting' && payments.length > 0
  return {
    ...scenario,
    payments,
    upTo: Number(last.number),
    lastTraffic: now,
    ...(hasBegun && { phase: 'running', since: now }),
  }
}

function observeEntry(payments: readonly PlayedPayment[], entry: ObservedEntry): readonly PlayedPayment[] {
  const { payment_id: id, change } = entry
  if (id === null) return payments
  if (change?.of === 'payment' && entry.operation === 'create') {
    return payments.length < maxPayments ? [...payments, newPayment(id, change.status)] : payments
  }
  const cue = cueOf(entry)
  const ending = endingOf(entry)
  if (cue === undefined && ending === undefined) return payments
  const withEntry = (one: PlayedPayment): PlayedPayment => {
    const isOther = one.id !== id
    const seen = isOther ? (cue === 'told' ? 'other_told' : undefined) : cue
    // What strikes it before anything was done to it is no cue.
    const isNews = seen !== undefined && !one.seen.includes(seen) && (seen !== 'struck' || one.acts > 0)
    const changed = isOther || ending === undefined ? one : withEnding(one, ending)
    return isNews ? { ...changed, seen: [...one.seen, seen] } : changed
  }
  return payments.map(withEntry)
}

function newPayment(id: PaymentId, status: string): PlayedPayment {
  const isRejected = status === 'REJECTED'
  return {
    id,
    statusAtCreation: isRejected ? 'REJECTED' : 'CREATED',
    acts: 0,
    ending: isRejected ? 'rejected' : 'open',
    seen: ['opened'],
    isPaid: false,
  }
}

function cueOf({ kind, operation, status, change }: ObservedEntry): Cue | undefined {
  if (kind === 'delivery' && status !== null) return 'told'
  if (kind === 'fault') return 'struck'
  return change?.of === 'payment' && operation === 'capture' ? 'captured' : undefined
}

// By what has become of the payment, not by what was done: a process that did it may not have come to write that down.
function endingOf({ operation, change }: ObservedEntry): Ending | undefined {
  if (change?.of !== 'payment') return undefined
  if (operation === 'authorize') return 'authorized'
  if (operation === 'reject') return 'rejected'
  if (operation === 'expire' && change.actor === 'service') return 'expired'
  if (operation === 'expire' && change.actor === 'customer') return 'cancelled'
  return operation === 'close' && change.actor === 'service' ? 'closed' : undefined
}

// The service also closes by itself what it has captured in the end.
function withEnding(payment: PlayedPayment, ending: Ending): PlayedPayment {
  if (ending === 'closed' && payment.seen.includes('captured')) return payment
  return { ...payment, ending, isPaid: payment.isPaid || ending === 'authorized' }
}

/** An act whose turn it is. */
export interface DueAct {
  readonly payment: PlayedPayment
  readonly action: Action
}

/** What is to be done now: of each payment the next act, if its time has come. */
export function dueActs({ name, phase, payments }: Scenario, seed: number): DueAct[] {
  if (phase !== 'running') return []
  return payments.flatMap((payment, index) => {
    if (payment.statusAtCreation === 'REJECTED') return []
    const act = actsOf(name, index, seed)[payment.acts]
    return act !== undefined && payment.seen.includes(act.after) ? [{ payment, action: act.action }] : []
  })
}

/** The scenario with one of its payments as it is after an act. */
export function withPayment(scenario: Scenario, changed: PlayedPayment): Scenario {
  return { ...scenario, payments: scenario.payments.map((one) => (one.id === changed.id ? changed : one)) }
}

/** Whether a scenario has gone on for so long that nothing more is done in it, whatever is on its way. */
export function isLate(scenario: Scenario, pace: Pace, now: Instant): boolean {
  return scenario.phase === 'running' && now - scenario.since >= pace.longestMs + silenceOf(scenario.name)
}

/** What is still on its way to the shop holds up a scenario's end, and its longest time by no more than this. */
const deliveryMs = 2 * second

/**
 * Whether nothing more is to be expected of it at this moment by the database's clock; `isDelivering`: while the shop has not answered a
 * notification.
 */
export function isOver(scenario: Scenario, pace: Pace, now: Instant, isDelivering: boolean): boolean {
  const { name, phase, since, lastTraffic } = scenario
  if (phase === 'waiting') return now - since >= pace.patienceMs
  if (phase !== 'running') return false
  const silenceMs = silenceOf(name)
  if (now - since >= pace.longestMs + silenceMs + (isDelivering ? deliveryMs : 0)) return true
  return !isDelivering && now - lastTraffic >= pace.idleMs + silenceMs
}

import type { RuleSet } from '../../money/risk/rules.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { type Instant, second } from '../../platform/base/times.ts'
import type { Forgery } from '../faults/fault.ts'
import type { Ending, PaymentFacts, RedirectFacts, ScenarioName } from './facts.ts'
import { type Action, actsOf, type Cue, needsRestart, ordersOf, silenceOf } from './scenes.ts'

/** Time limits of a scenario, in milliseconds. */
export interface Pace {
  /** Ends the scenario after this time without events of its payments. */
  readonly idleMs: number
  /** Longest duration from the last awaited session on. */
  readonly longestMs: number
  /** Longest wait for the session. */
  readonly patienceMs: number
}

export const usualPace: Pace = { idleMs: 10 * second, longestMs: 60 * second, patienceMs: 600 * second }

/**
 * A payment of the shop in a scenario, and the observed events. Stored as JSON, so its names and cues stay as they are.
 */
export interface PlayedPayment {
  readonly id: PaymentId
  readonly statusAtCreation: PaymentFacts['statusAtCreation']
  /** Number of acts that are done. */
  readonly acts: number
  readonly ending: Ending
  /** Observed events, as cues of later acts. */
  readonly seen: readonly Cue[]
  readonly isPaid: boolean
}

/** The state of a scenario. Times without `At` are the database's, which all processes share (decisions/0043). */
export interface Scenario {
  readonly name: ScenarioName
  readonly phase: 'preparing' | 'waiting' | 'running' | 'finished'
  readonly startedAt: Instant
  readonly endedAt: Instant | null
  /** Journal numbers: its entries come after `from` and are read up to `upTo`. */
  readonly from: number
  readonly upTo: number
  /** Start of the waiting; once there is a session, the time of the last awaited one. */
  readonly since: Instant
  readonly lastTraffic: Instant
  readonly payments: readonly PlayedPayment[]
  readonly faults: readonly { readonly id: string; readonly kind: string }[]
  /** Ids under which the journal lists each kind of forgery. */
  readonly forgeries: readonly { readonly id: string; readonly as: Forgery }[]
  readonly redirects: readonly RedirectFacts[]
}

/** The stored state of a run. */
export interface Rehearsal {
  /** Version of the service that judged it. */
  readonly version: string
  readonly pace: Pace
  /** All scenarios to play; begun ones are in `scenarios`. */
  readonly names: readonly ScenarioName[]
  readonly scenarios: readonly Scenario[]
  /** Name of the journal. A reset journal ends the run. */
  readonly journal: string
  /** Time since which every process reads the merchant's risk rules, by the database's clock. */
  readonly watchedSince: Instant
  /** The merchant's own risk rules while the scenario's are in force; otherwise null. */
  readonly ownRules: { readonly rules: RuleSet; readonly storeRules: readonly (readonly [string, RuleSet])[] } | null
}

/** The part of a journal entry that a scenario observes. */
export interface ObservedEntry {
  readonly number: bigint
  readonly kind: string
  readonly operation: string | null
  readonly status: number | null
  readonly payment_id: PaymentId | null
  readonly change: { readonly of: string; readonly status: string; readonly actor: string } | null
}

/** Most payments that are played per scenario, the first ones. */
const maxPayments = 50

/** Returns the scenario after new journal entries. `now`: by the database's clock. */
export function observe(scenario: Scenario, entries: readonly ObservedEntry[], now: Instant): Scenario {
  const last = entries.at(-1)
  if (last === undefined) return scenario
  const payments = entries.reduce(observeEntry, scenario.payments)
  const isAwaited = scenario.phase === 'waiting' || lacksOrders(scenario)
  const hasBegun = isAwaited && payments.length > scenario.payments.length
  // Calls about other payments, and lists, go on for ever where a shop polls.
  const isOwn = entries.some(({ payment_id: id }) => payments.some((payment) => payment.id === id))
  return {
    ...scenario,
    payments,
    upTo: Number(last.number),
    lastTraffic: isOwn ? now : scenario.lastTraffic,
    ...(hasBegun && { phase: 'running', since: now }),
  }
}

/** Returns whether the shop has opened fewer sessions than the scenario needs. */
function lacksOrders({ name, payments }: Scenario): boolean {
  return payments.length < ordersOf(name)
}

function observeEntry(payments: readonly PlayedPayment[], entry: ObservedEntry): readonly PlayedPayment[] {
  const { payment_id: id, change } = entry
  if (id === null) return payments
  if (change?.of === 'payment' && entry.operation === 'create') {
    return payments.length < maxPayments ? [...payments, newPayment(id, change.status)] : payments
  }
  const cue = cueOf(entry)
  const ending = endingOf(entry)
  const isClosed = change?.of === 'payment' && change.status === 'CLOSED'
  if (cue === undefined && ending === undefined && !isClosed) return payments
  const withEntry = (one: PlayedPayment): PlayedPayment => {
    if (one.id !== id) return cue === 'told' ? withCue(one, 'other_told') : one
    const changed = ending === undefined ? one : withEnding(one, ending)
    const cued = cue === undefined ? changed : withCue(changed, cue)
    return isClosed && cued.seen.includes('captured') ? withCue(cued, 'settled') : cued
  }
  return payments.map(withEntry)
}

// A fault before the first act is no cue.
function withCue(payment: PlayedPayment, cue: Cue): PlayedPayment {
  const isNews = !payment.seen.includes(cue) && (cue !== 'struck' || payment.acts > 0)
  return isNews ? { ...payment, seen: [...payment.seen, cue] } : payment
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

// Derived from the payment's changes, because a process may die after an act before it saves the act.
function endingOf({ operation, change }: ObservedEntry): Ending | undefined {
  if (change?.of !== 'payment') return undefined
  if (operation === 'authorize') return 'authorized'
  if (operation === 'reject') return 'rejected'
  if (operation === 'expire' && change.actor === 'service') return 'expired'
  if (operation === 'expire' && change.actor === 'customer') return 'cancelled'
  return operation === 'close' && change.actor === 'service' ? 'closed' : undefined
}

// The service also closes payments that are fully captured, which is no ending of a scenario.
function withEnding(payment: PlayedPayment, ending: Ending): PlayedPayment {
  if (ending === 'closed' && payment.seen.includes('captured')) return payment
  return { ...payment, ending, isPaid: payment.isPaid || ending === 'authorized' }
}

/** An act that is due. */
export interface DueAct {
  readonly payment: PlayedPayment
  readonly action: Action
}

/** Returns the due acts: the next act of each payment, if its cue was observed. */
export function dueActs({ name, phase, payments }: Scenario, seed: number): DueAct[] {
  if (phase !== 'running') return []
  return payments.flatMap((payment, index) => {
    if (payment.statusAtCreation === 'REJECTED') return []
    const act = actsOf(name, index, seed)[payment.acts]
    return act !== undefined && payment.seen.includes(act.after) ? [{ payment, action: act.action }] : []
  })
}

/** Whether the shop is to be restarted now: it has answered a notification, and has not acted on it. */
export function isRestartDue({ name, phase, payments }: Scenario): boolean {
  return phase === 'running' && needsRestart(name) && payments.some(({ seen }) => seen.includes('told'))
}

/** Returns the scenario with one payment replaced. */
export function withPayment(scenario: Scenario, changed: PlayedPayment): Scenario {
  return { ...scenario, payments: scenario.payments.map((one) => (one.id === changed.id ? changed : one)) }
}

/** Returns whether the scenario's longest duration is over, so that no act follows. */
export function isLate(scenario: Scenario, pace: Pace, now: Instant): boolean {
  return scenario.phase === 'running' && now - scenario.since >= pace.longestMs + silenceOf(scenario.name)
}

/** Unanswered deliveries extend the longest duration by at most this time. */
const deliveryMs = 2 * second

/**
 * Returns whether the scenario is over. Silence ends it once the shop has opened every session. `now`: by the
 * database's clock. `isDelivering`: the shop has not answered a notification yet.
 */
export function isOver(scenario: Scenario, pace: Pace, now: Instant, isDelivering: boolean): boolean {
  const { name, phase, since, lastTraffic } = scenario
  if (phase === 'waiting') return now - since >= pace.patienceMs
  if (phase !== 'running') return false
  const silenceMs = silenceOf(name)
  if (now - since >= pace.longestMs + silenceMs + (isDelivering ? deliveryMs : 0)) return true
  return !lacksOrders(scenario) && !isDelivering && now - lastTraffic >= pace.idleMs + silenceMs
}

import { createHash } from 'node:crypto'
import { type Country, currencyOf, marketOf } from '../../platform/base/markets.ts'
import { second } from '../../platform/base/times.ts'
import {
  type FaultRule,
  type Forgery,
  forgeries,
  type NotificationEffect,
  type OperationEffect,
} from '../faults/fault.ts'
import { type ScenarioName, scenarioNames } from './facts.ts'

/** Sandbox actions on a payment: as the customer, as the card network, or as the scheduler. */
export type Action =
  | 'authorize'
  | 'reject'
  | 'expire'
  | 'cancel'
  | 'close'
  /** Sends forged notifications. */
  | 'forge'
  /** Opens the shop's success address. */
  | 'visit'
  /** Sends the payment's notification again. */
  | 'resend'
  | 'dispute'

/**
 * Events of a payment that acts wait for. Stored with the run: `told` a delivered notification, `struck` an injected
 * fault, `other_told` a notification of another payment, `settled` CLOSED after a capture.
 */
export type Cue = 'opened' | 'told' | 'captured' | 'settled' | 'struck' | 'other_told'

/** An action and its cue. Acts of a payment are played in order. */
export interface Act {
  readonly action: Action
  readonly after: Cue
}

/** The script of a scenario. */
interface Scene {
  readonly rules: readonly Pick<FaultRule, 'on' | 'do'>[]
  /** How often each rule applies to a payment. */
  readonly times: number
  /** Whether risk rules refuse every order during the scenario. */
  readonly isRefused: boolean
  /** Kinds of forged notifications. */
  readonly forges: readonly Forgery[]
  /** Whether it needs live mode. */
  readonly needsLive: boolean
  /** Whether it needs somebody who restarts the shop. */
  readonly needsRestart: boolean
  /** Extra silence of a client before the scenario ends. */
  readonly silenceMs: number
  /** The number of orders that show everything. */
  readonly orders: number
  /** Returns the acts of the shop's payment number `index`, from 0. */
  acts(index: number, seed: number): readonly Act[]
}

/** Returns the fault rules of a scenario; the same for the same seed. */
export function rulesOf(name: ScenarioName, seed: number): FaultRule[] {
  const { rules, times } = sceneOf(name)
  const when = { per: 'payment', skip: 0, times, probability: 1 } as const
  return rules.map((rule) => ({ ...rule, when, seed, until: 'PT1H' }) as FaultRule)
}

export function actsOf(name: ScenarioName, index: number, seed: number): readonly Act[] {
  return sceneOf(name).acts(index, seed)
}

export function isRefused(name: ScenarioName): boolean {
  return sceneOf(name).isRefused
}

export function silenceOf(name: ScenarioName): number {
  return sceneOf(name).silenceMs
}

export function ordersOf(name: ScenarioName): number {
  return sceneOf(name).orders
}

export function forgedIn(name: ScenarioName): readonly Forgery[] {
  return sceneOf(name).forges
}

/** Returns the scenarios that can be exercised in the mode. `canRestart`: somebody restarts the shop when it is due. */
export function scenariosOf(isTest: boolean, canRestart = false): readonly ScenarioName[] {
  return scenarioNames.filter((name) => {
    const { needsLive, needsRestart } = sceneOf(name)
    return !(isTest && needsLive) && (canRestart || !needsRestart)
  })
}

export function needsRestart(name: ScenarioName): boolean {
  return sceneOf(name).needsRestart
}

const at = (action: Action, after: Cue = 'opened'): Act => ({ action, after })
const plain: Scene = {
  rules: [],
  times: 1,
  isRefused: false,
  forges: [],
  needsLive: false,
  needsRestart: false,
  silenceMs: 0,
  orders: 1,
  acts: () => [at('authorize')],
}
const always = 1_000_000

function rule(operation: string, action: OperationEffect): Scene['rules'][number] {
  return { on: { operation, payment_id: null }, do: action }
}

function faultedBy(action: OperationEffect, more: Partial<Scene> = {}): Scene {
  return { ...plain, rules: [rule('capturePayment', action)], ...more }
}

function notifiedBy(action: NotificationEffect, acts: readonly Act[], times = 1): Scene {
  return { ...plain, rules: [{ on: { notification: 'authorized' }, do: action }], times, acts: () => acts }
}

function played(...acts: readonly Act[]): Scene {
  return { ...plain, acts: () => acts }
}

/** Longer than it takes to restart a shop, whose work on the notification waits for its read meanwhile. */
const restartMs = 8 * second
const ends = [at('reject'), at('expire'), at('cancel')]
/** Longer than the shortest and shorter than the longest acceptable time-out (M9). */
const slowMs = 20 * second

const scenes: Readonly<Partial<Record<ScenarioName, Scene>>> = {
  // The first capture is lost before it runs, the second one's answer after. So a shop that reads before it repeats
  // finds nothing, and repeats.
  'lost-answer': {
    ...plain,
    rules: [
      rule('capturePayment', { kind: 'lost_request', how: 'reset' }),
      rule('capturePayment', { kind: 'lost_answer', how: 'reset' }),
      rule('refundPayment', { kind: 'lost_answer', how: 'reset' }),
    ],
  },
  conflict: faultedBy({ kind: 'conflict' }),
  duplicate: notifiedBy({ kind: 'duplicate', count: 2, gap_ms: 0, concurrent: true }, [
    at('authorize'),
    at('resend', 'captured'),
  ]),
  'closed-first': notifiedBy({ kind: 'reorder' }, [at('authorize'), at('close')]),
  forged: { ...played(at('forge')), forges: forgeries },
  redirect: played(at('visit')),
  rejected: { ...plain, isRefused: true, acts: () => [] },
  // Other seeds begin with another ending.
  ended: { ...plain, orders: ends.length, acts: (index, seed) => ends.slice((index + seed) % ends.length).slice(0, 1) },
  'rate-limit': faultedBy({ kind: 'rate_limit', retry_after: 2 }),
  broken: faultedBy({ kind: 'error', executed: false }, { times: always }),
  // The payment is closed after the shop has read AUTHORIZED and before the answer arrives, without a notification. So
  // the capture is refused for good.
  refused: {
    ...plain,
    rules: [rule('getPayment', { kind: 'slow', ms: second }), { on: { notification: 'closed' }, do: { kind: 'drop' } }],
    times: always,
    acts: () => [at('authorize'), at('close', 'struck')],
  },
  slow: faultedBy({ kind: 'slow', ms: slowMs }, { silenceMs: slowMs + second }),
  // Only forgeries that a signature check detects.
  signature: { ...played(at('forge')), forges: ['signature', 'stale', 'amount'] },
  dropped: notifiedBy({ kind: 'drop' }, [at('authorize'), at('visit')], always),
  // The first session is abandoned, and a second one of the same order is paid.
  abandoned: { ...plain, acts: (index) => [index === 0 ? at('expire', 'other_told') : at('authorize')] },
  'unknown-member': {
    ...plain,
    rules: [rule('*', { kind: 'unknown_member' }), { on: { notification: '*' }, do: { kind: 'unknown_member' } }],
    times: always,
  },
  // The read waits, so that the shop ends before it has captured.
  crash: {
    ...plain,
    rules: [rule('getPayment', { kind: 'slow', ms: restartMs })],
    needsRestart: true,
    silenceMs: restartMs,
  },
  // Only a CLOSED payment can be disputed.
  disputed: { ...played(at('authorize'), at('dispute', 'settled')), needsLive: true },
}

function sceneOf(name: ScenarioName): Scene {
  return scenes[name] ?? plain
}

/** The customer whose data the shop should use in a scenario. */
export interface Buyer {
  readonly phone: string
  readonly email: string
}

/** Returns the buyer of a scenario: the same for the same seed, different in each scenario. */
export function buyerOf(name: ScenarioName, seed: number, country: Country): Buyer {
  const drawn = createHash('sha256').update(`${seed}`).digest().readUInt32BE(0) % 1_000
  const place = String(scenarioNames.indexOf(name)).padStart(2, '0')
  // Test keys refuse phone numbers that end in 0002.
  const { code, mobile } = marketOf(currencyOf(country)).phones
  const phone = `+${code}${mobile}${String(drawn).padStart(3, '0')}${isRefused(name) ? '0002' : `${place}11`}`
  return { phone, email: `certificate.${name}@example.com` }
}

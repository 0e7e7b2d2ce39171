import { createHash } from 'node:crypto'
import type { Country } from '../../platform/base/countries.ts'
import { second } from '../../platform/base/times.ts'
import {
  type FaultRule,
  type Forgery,
  forgeries,
  type NotificationEffect,
  type OperationEffect,
} from '../faults/fault.ts'
import { type ScenarioName, scenarioNames } from './facts.ts'

/** What the sandbox does to a payment in the customer's place, in the network's, or in nobody's. */
export type Action =
  | 'authorize'
  | 'reject'
  | 'expire'
  | 'cancel'
  | 'close'
  /** Notices that are not ours. */
  | 'forge'
  /** The address for customers who have paid is opened. */
  | 'visit'
  /** What the webhook was told last is told again. */
  | 'resend'
  | 'dispute'

/** What has to have happened to the payment before. */
export type Cue = 'opened' | 'told' | 'captured' | 'struck' | 'other_told'

/** An action, and when it is its turn. actions of a payment are done in their order. */
export interface Act {
  readonly action: Action
  readonly after: Cue
}

/** How a scenario is played. */
interface Scene {
  readonly rules: readonly Pick<FaultRule, 'on' | 'do'>[]
  /** How often each rule strikes a payment. */
  readonly times: number
  /** Whether every order is refused while it is played. */
  readonly isRefused: boolean
  /** In which ways notices are forged in it. */
  readonly forges: readonly Forgery[]
  /** Whether it takes what test mode does not have. */
  readonly needsLive: boolean
  /** A client may be silent for so long, and the scenario still has not ended. */
  readonly silenceMs: number
  /** What is done to the shop's `index`th payment. */
  acts(index: number, seed: number): readonly Act[]
}

/** The rules that a scenario sets: the same for the same seed. */
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

export function forgedIn(name: ScenarioName): readonly Forgery[] {
  return sceneOf(name).forges
}

/** Those that can show something in the mode. */
export function scenariosOf(isTest: boolean): readonly ScenarioName[] {
  return scenarioNames.filter((name) => !(isTest && sceneOf(name).needsLive))
}

const at = (action: Action, after: Cue = 'opened'): Act => ({ action, after })
const plain: Scene = {
  rules: [],
  times: 1,
  isRefused: false,
  forges: [],
  needsLive: false,
  silenceMs: 0,
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

const ends = [at('reject'), at('expire'), at('cancel')]
/** Longer than a client may wait at least, and shorter than it may at most (M9). */
const slowMs = 20 * second

const scenes: Readonly<Partial<Record<ScenarioName, Scene>>> = {
  // Lost before and after it was carried out: a shop that looks before it tries again finds nothing first, and tries again.
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
  // So that runs with other seeds see the others.
  ended: { ...plain, acts: (index, seed) => ends.slice((index + seed) % ends.length).slice(0, 1) },
  'rate-limit': faultedBy({ kind: 'rate_limit', retry_after: 2 }),
  broken: faultedBy({ kind: 'error', executed: false }, { times: always }),
  // What the shop has read as authorized is closed before the answer arrives, and nobody tells, so that its capture is refused for good.
  refused: {
    ...plain,
    rules: [rule('getPayment', { kind: 'slow', ms: second }), { on: { notification: 'closed' }, do: { kind: 'drop' } }],
    times: always,
    acts: () => [at('authorize'), at('close', 'struck')],
  },
  slow: faultedBy({ kind: 'slow', ms: slowMs }, { silenceMs: slowMs + second }),
  // Those only that a signature tells from ours.
  signature: { ...played(at('forge')), forges: ['signature', 'stale', 'amount'] },
  dropped: notifiedBy({ kind: 'drop' }, [at('authorize'), at('visit')], always),
  // The first session is left, and another one of the same order paid.
  abandoned: { ...plain, acts: (index) => [index === 0 ? at('expire', 'other_told') : at('authorize')] },
  'unknown-member': {
    ...plain,
    rules: [rule('*', { kind: 'unknown_member' }), { on: { notification: '*' }, do: { kind: 'unknown_member' } }],
    times: always,
  },
  disputed: { ...played(at('authorize'), at('dispute', 'captured')), needsLive: true },
}

function sceneOf(name: ScenarioName): Scene {
  return scenes[name] ?? plain
}

/** Whom a shop is asked to let order in a scenario. */
export interface Buyer {
  readonly phone: string
  readonly email: string
}

const mobiles: Readonly<Record<Country, string>> = { AE: '+97150', SA: '+96650', KW: '+9655' }

/** The same for the same seed; another one in each scenario. */
export function buyerOf(name: ScenarioName, seed: number, country: Country): Buyer {
  const drawn = createHash('sha256').update(`${seed}`).digest().readUInt32BE(0) % 1_000
  const place = String(scenarioNames.indexOf(name)).padStart(2, '0')
  // Test keys refuse whoever ends in 0002.
  const phone = `${mobiles[country]}${String(drawn).padStart(3, '0')}${isRefused(name) ? '0002' : `${place}11`}`
  return { phone, email: `certificate.${name}@example.com` }
}

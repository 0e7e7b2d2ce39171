import { type Check, type CheckName, isApplicable } from './checks.ts'
import type { Profile, ScenarioName } from './facts.ts'
import type { ObservedRun } from './judge/observed-run.ts'

/** The condition under which a check is exercised, and its scenario. */
type Need = readonly [what: string, scenario?: ScenarioName]

const capturesElsewhere = 'and a capture in another scenario'

const needs: Readonly<Record<CheckName, Need>> = {
  M1: ['a capture or refund'],
  M2: ['a call that is repeated after its answer was lost', 'lost-answer'],
  M3: ['a capture', 'lost-answer'],
  M4: ['a capture or refund with a reference_id'],
  M5: ['a capture with a reference_id that M2 does not object to', 'conflict'],
  W1: ['a call of the shop'],
  W2: ['a notification that reaches the shop'],
  W3: ['a capture with a reference_id after notifications', 'duplicate'],
  W4: [`both notifications received, ${capturesElsewhere}`, 'closed-first'],
  W5: [`a notification received, ${capturesElsewhere}`, 'forged'],
  P1: ['a capture of a payment that is paid'],
  P2: [`a success address that can be visited, ${capturesElsewhere}`, 'redirect'],
  P3: [`a session, ${capturesElsewhere}`, 'rejected'],
  P4: [`three sessions, ${capturesElsewhere}`, 'ended'],
  P9: ['a capture of the payment', 'plain'],
  S2: ['a session, and a shop that captures', 'unknown-member'],
  M6: ['a capture', 'rate-limit'],
  M7: ['a capture', 'broken'],
  M8: ['a call that is refused for good', 'refused'],
  M9: ['a capture, and a shop that repeats those whose answer was lost', 'slow'],
  W6: ['a store whose notifications are signed, and an answer to one', 'signature'],
  W7: ['a session', 'dropped'],
  W9: [`--restart-command, ${capturesElsewhere}`, 'crash'],
  W8: ['notifications received, and a capture', 'plain'],
  P5: ['two sessions of one order, the second of which is captured', 'abandoned'],
  P6: ['a payment that is captured or closed', 'plain'],
  P7: ['a capture of a part', 'parts'],
  P8: ['live keys, and a refund while a dispute is open', 'disputed'],
  S1: ['a call with the secret key'],
  S3: ['a list that is longer than the page that was read of it'],
}

/** Checks that no capture exercises. */
const withoutCapture: ReadonlySet<CheckName> = new Set(['W1', 'W2', 'W6', 'W7', 'M8', 'S1', 'S3'])

/** Returns the first step to the check that the run did not reach, as a clause; undefined if it is unknown. */
export function findMissing(name: CheckName, { facts, hasShopCapture }: ObservedRun): string | undefined {
  const [, scenario] = needs[name]
  const played = facts.scenarios.filter((one) => scenario === undefined || one.name === scenario)
  if (played.length === 0) return undefined
  if (played.every(({ payments }) => payments.length === 0)) return 'the shop opened no session'
  return hasShopCapture || withoutCapture.has(name) ? undefined : 'the shop captured nothing'
}

/** Returns why a check was not exercised, as a clause. `ended`: the scenarios that have been played. */
export function whyNotExercised(
  { check, missing }: Pick<Check, 'check' | 'missing'>,
  profile: Profile,
  ended: ReadonlySet<ScenarioName>,
): string {
  if (!isApplicable(check, profile)) return 'asked only with --profile webhooks'
  const [what, scenario] = needs[check]
  const here = missing === undefined ? '' : `; here ${missing}`
  if (scenario === undefined) return `needs ${what}${here}`
  return `needs scenario ${scenario}${ended.has(scenario) ? '' : ', which was not played'}: ${what}${here}`
}

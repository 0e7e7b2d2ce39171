import { parseId } from '../../../platform/base/ids.ts'
import type { CertificateKey } from '../../../rehearsal/certificate/certificate-runner.ts'
import { maxSeed, type Profile, profiles, type ScenarioName } from '../../../rehearsal/certificate/facts.ts'
import { scenariosOf } from '../../../rehearsal/certificate/scenes.ts'
import type { Fields, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'

/** Returns the run's key from the address. Throws 404 if it is not a UUID. */
export function runKeyOf({ actor, request }: Visit): CertificateKey {
  const id = parseId((request.params as Record<string, string>)['run'] ?? '')
  if (id === undefined) throw refusals.noSuchPage()
  return { merchantId: actor.merchantId, isTest: actor.isTest, id }
}

/** Returns the address of a run's page, below the mode. */
export function pageOfRun(id: string): string {
  return `developers/certificate/${id}`
}

/** The errors of a typed run. */
export interface RunProblems {
  readonly scenarios?: true
  readonly seed?: true
}

/** The outcome of the form that begins a run. */
export interface RunFormNotice {
  readonly problems?: RunProblems
  /** Another run is open. */
  readonly isOpenAlready?: boolean
  readonly fields?: Fields
}

/** A typed run. `seed` null: a random one. */
export interface TypedRun {
  readonly profile: Profile
  readonly scenarios: ScenarioName[]
  readonly seed: number | null
}

/** The scenarios of test mode: live mode has no certificate page. */
export const offeredScenarios = scenariosOf(true)

/** Returns the name of a scenario's checkbox. */
export function fieldOf(name: ScenarioName): string {
  return `scenario_${name}`
}

/** Returns the typed run, or its errors. */
export function readRun(fields: Fields): TypedRun | RunProblems {
  const profile = profiles.find((one) => one === fields['profile']) ?? 'webhooks'
  const scenarios = offeredScenarios.filter((name) => fields[fieldOf(name)] !== undefined)
  const text = (fields['seed'] ?? '').trim()
  const seed = text === '' ? null : Number(text)
  const isSeedWrong = seed !== null && !(/^\d{1,10}$/.test(text) && seed <= maxSeed)
  if (!isSeedWrong && scenarios.length > 0) return { profile, scenarios, seed }
  return { ...(scenarios.length === 0 && { scenarios: true }), ...(isSeedWrong && { seed: true }) }
}

/** Returns the form fields that begin the same run again. */
export function fieldsOf({ profile, scenarios, seed }: TypedRun): Record<string, string> {
  const ticked = scenarios.map((name) => [fieldOf(name), 'yes'] as const)
  return { profile, seed: String(seed ?? ''), ...Object.fromEntries(ticked) }
}

/** Returns the terminal command for the same run. */
export function commandOf({ profile, scenarios, seed }: TypedRun): string {
  const isAll = offeredScenarios.every((name) => scenarios.includes(name))
  return [
    'npx qist certify',
    ...(profile === 'webhooks' ? [] : [`--profile ${profile}`]),
    ...(isAll ? [] : [`--scenario ${scenarios.join(' ')}`]),
    ...(seed === null ? [] : [`--seed ${seed}`]),
  ].join(' ')
}

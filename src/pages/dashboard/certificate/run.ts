import { parseId } from '../../../platform/base/ids.ts'
import type { CertificateKey } from '../../../rehearsal/certificate/certificate-runner.ts'
import { maxSeed, type Profile, profiles, type ScenarioName } from '../../../rehearsal/certificate/facts.ts'
import { scenariosOf } from '../../../rehearsal/certificate/scenes.ts'
import type { Fields, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'

/** The run that the address names. Refuses with 404 what is no UUID. */
export function runKeyOf({ actor, request }: Visit): CertificateKey {
  const id = parseId((request.params as Record<string, string>)['run'] ?? '')
  if (id === undefined) throw refusals.noSuchPage()
  return { merchantId: actor.merchantId, isTest: actor.isTest, id }
}

/** The page of a run, below the mode. */
export function pageOfRun(id: string): string {
  return `developers/certificate/${id}`
}

/** What is wrong with a run as it was typed. */
export interface RunProblems {
  readonly scenarios?: true
  readonly seed?: true
}

/** What the page with the form that begins a run says of it. */
export interface RunFormNotice {
  readonly problems?: RunProblems
  /** Another run is open. */
  readonly isOpenAlready?: boolean
  readonly fields?: Fields
}

/** A run as it was typed; null: any seed. */
export interface TypedRun {
  readonly profile: Profile
  readonly scenarios: ScenarioName[]
  readonly seed: number | null
}

/** Those of test mode: live mode has no such page. */
export const offeredScenarios = scenariosOf(true)

/** The field by which a scenario is ticked. */
export function fieldOf(name: ScenarioName): string {
  return `scenario_${name}`
}

/** What is to be run, or what is wrong with it. */
export function readRun(fields: Fields): TypedRun | RunProblems {
  const profile = profiles.find((one) => one === fields['profile']) ?? 'webhooks'
  const scenarios = offeredScenarios.filter((name) => fields[fieldOf(name)] !== undefined)
  const text = (fields['seed'] ?? '').trim()
  const seed = text === '' ? null : Number(text)
  const isSeedWrong = seed !== null && !(/^\d{1,10}$/.test(text) && seed <= maxSeed)
  if (!isSeedWrong && scenarios.length > 0) return { profile, scenarios, seed }
  return { ...(scenarios.length === 0 && { scenarios: true }), ...(isSeedWrong && { seed: true }) }
}

/** The fields that begin the same run once more. */
export function fieldsOf({ profile, scenarios, seed }: TypedRun): Record<string, string> {
  const ticked = scenarios.map((name) => [fieldOf(name), 'yes'] as const)
  return { profile, seed: String(seed ?? ''), ...Object.fromEntries(ticked) }
}

/** What runs the same in a terminal. */
export function commandOf({ profile, scenarios, seed }: TypedRun): string {
  const isAll = offeredScenarios.every((name) => scenarios.includes(name))
  return [
    'npx qist certify',
    ...(profile === 'webhooks' ? [] : [`--profile ${profile}`]),
    ...(isAll ? [] : [`--scenario ${scenarios.join(' ')}`]),
    ...(seed === null ? [] : [`--seed ${seed}`]),
  ].join(' ')
}

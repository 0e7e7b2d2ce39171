import type { MerchantId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { Check } from './checks.ts'
import type { Profile, ScenarioName } from './facts.ts'
import type { Rehearsal, Scenario } from './rehearsal.ts'

export const runStatuses = ['waiting', 'running', 'finished'] as const
export type RunStatus = (typeof runStatuses)[number]

/** A run with a merchant's shop in one mode (docs/contract/integrators.md#certificate). */
export interface Certificate {
  readonly merchantId: MerchantId
  readonly isTest: boolean
  readonly id: string
  readonly profile: Profile
  readonly seed: number
  /** `waiting`: for the shop to open a session. */
  readonly status: RunStatus
  readonly rehearsal: Rehearsal
  /** The checks of all ended scenarios. */
  readonly checks: readonly Check[]
  readonly startedAt: Instant
  readonly endedAt: Instant | null
}

/** Returns the scenario in progress; undefined before the first and after the last. */
export function currentScenario({ rehearsal }: Pick<Certificate, 'rehearsal'>): Scenario | undefined {
  const last = rehearsal.scenarios.at(-1)
  return last?.phase === 'finished' ? undefined : last
}

/** Returns the run with its current scenario replaced. */
export function withScenario(run: Certificate, scenario: Scenario): Certificate {
  const { rehearsal } = run
  const status = scenario.phase === 'waiting' ? 'waiting' : 'running'
  return {
    ...run,
    status,
    rehearsal: { ...rehearsal, scenarios: [...rehearsal.scenarios.slice(0, -1), scenario] },
  }
}

/** Returns the name of the next scenario; undefined if all have begun. */
export function nextScenario({ rehearsal }: Certificate): ScenarioName | undefined {
  return rehearsal.names[rehearsal.scenarios.length]
}

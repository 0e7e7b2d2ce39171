import { type Profile, type ScenarioName, scenarioNames } from '../../src/rehearsal/certificate/facts.ts'
import { judgeRun } from '../../src/rehearsal/certificate/judge-run.ts'
import { whyNotExercised } from '../../src/rehearsal/certificate/not-exercised.ts'
import type { RunDocument } from '../../src/rehearsal/certificate/wire.ts'
import { type ActedScenario, runOf } from '../certificate/acted-run.ts'

/** What the API answers of a finished run with these shops. `names`: the scenarios that were played. */
export function documentOf(
  shops: readonly ActedScenario[],
  names: readonly ScenarioName[] = scenarioNames,
  profile: Profile = 'webhooks',
): RunDocument {
  const ended = new Set(names)
  return {
    id: '7d0c1f6e-0a52-4f0c-9d1c-6f6f1c0a7b11',
    status: 'finished',
    profile,
    seed: 42,
    badge: 'passed 1 of 16 core checks here, version 0.2.0, 2026-03-01, seed 42',
    version: '0.2.0',
    started_at: '2026-03-01T10:00:00.000Z',
    ended_at: '2026-03-01T10:05:12.000Z',
    waits_for: null,
    restart_due: false,
    scenarios: names.map((name) => ({ name, status: 'finished' as const })),
    checks: judgeRun(runOf(shops, { profile })).map((check) =>
      check.result === 'not_exercised' ? { ...check, reason: whyNotExercised(check, profile, ended) } : check,
    ),
  }
}

import type { App } from '../../platform/app/app.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import { removeFault } from '../faults/faults.ts'
import { type Certificate, currentScenario, withScenario } from './certificate.ts'
import { restoreRules } from './merchant-rules.ts'

/** Ends the current scenario, if there is one, and undoes its changes. */
export async function endScenario(app: App, run: Certificate): Promise<Certificate> {
  const scenario = currentScenario(run)
  for (const { id } of scenario?.faults ?? []) await removeOwnFault(app, run, id)
  await restoreRules(app, run, run.rehearsal.ownRules)
  const own = { ...run, rehearsal: { ...run.rehearsal, ownRules: null } }
  if (scenario === undefined) return own
  return withScenario(own, { ...scenario, phase: 'finished', endedAt: app.clock.now() })
}

// The merchant may have removed the rule.
async function removeOwnFault(app: App, run: Certificate, id: string): Promise<void> {
  await removeFault(app, run, id).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

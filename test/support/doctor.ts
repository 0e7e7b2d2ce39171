import { runChecks } from '../../src/entries/cli/doctor/checks.ts'
import { checkAllCounts } from '../../src/entries/cli/doctor/examine-all.ts'
import { sentencesOf } from '../../src/entries/cli/doctor/report.ts'
import type { App } from '../../src/platform/app/app.ts'

/** Returns the doctor's findings, one sentence each; empty if there are none. */
export async function askDoctor(app: App): Promise<string[]> {
  const { results } = await runChecks(app)
  const sentences = results.flatMap(({ findings }) => findings.flatMap(sentencesOf))
  return [...sentences, ...(await checkAllCounts(app, 5))]
}

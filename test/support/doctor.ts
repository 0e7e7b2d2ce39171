import type { App } from '../../src/app/app.ts'
import { checkAllCounts } from '../../src/cli/doctor/check-all-counts.ts'
import { sentencesOf } from '../../src/cli/doctor/report.ts'
import { runChecks } from '../../src/cli/doctor/run-checks.ts'

/** What the doctor says, sentence by sentence; nothing where everything agrees. */
export async function askDoctor(app: App): Promise<string[]> {
  const { results } = await runChecks(app)
  const sentences = results.flatMap(({ findings }) => findings.flatMap(sentencesOf))
  return [...sentences, ...(await checkAllCounts(app, 5))]
}
